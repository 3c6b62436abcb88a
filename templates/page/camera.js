// Zoom and pan: by mouse, touch and keys.

class Camera {
  constructor(view, world) {
    this.view = view;
    this.world = world;
    [this.x, this.y, this.scale] = [0, 0, 1];
    this.size = [1, 1];
    this.fingers = new Map();
    this.travelled = 0;
    view.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    view.addEventListener("pointerdown", (event) => this.press(event));
    view.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) view.addEventListener(end, (event) => this.lift(event));
    new ResizeObserver(() => this.resized()).observe(view);
  }

  /** Looks at a map of this size as a whole; `room` is there when it is not shown in the window. */
  frame(width, height, room = this.room()) {
    this.size = [width, height];
    this.fitted = true;
    const [w, h] = room;
    this.least = Math.min(w / width, h / height, 1) * 0.6;
    this.scale = Math.min(w / width, h / height) * 0.98;
    [this.x, this.y] = [(w - width * this.scale) / 2, (h - height * this.scale) / 2];
    this.apply();
  }

  room() {
    return [this.view.clientWidth || 800, this.view.clientHeight || 600];
  }

  resized() {
    if (this.fitted) this.frame(...this.size);
    else this.apply();
  }

  /** The point of the map under a point of the window. */
  point(event) {
    const box = this.view.getBoundingClientRect();
    return [(event.clientX - box.left - this.x) / this.scale, (event.clientY - box.top - this.y) / this.scale];
  }

  /** Zooms by a factor around a point of the view. */
  zoom(factor, at = this.room().map((length) => length / 2)) {
    const scale = Math.min(6, Math.max(this.least ?? 0.05, this.scale * factor));
    const by = scale / this.scale;
    this.x = at[0] - (at[0] - this.x) * by;
    this.y = at[1] - (at[1] - this.y) * by;
    this.scale = scale;
    this.fitted = false;
    this.apply();
  }

  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.fitted = false;
    this.apply();
  }

  /** Brings points of the map into view, and comes closer when they would be too small to read. */
  show(points, closer = 0) {
    if (!points.length) return;
    const [w, h] = this.room();
    const scale = Math.max(this.scale, closer);
    const xs = points.map((point) => point[0]);
    const ys = points.map((point) => point[1]);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    // Room for the counters themselves, and above for the plate with the turn.
    const [margin, above] = [Math.min(70, w / 8), Math.min(120, h / 3.2)];
    const seen = (low, high, at, length, before) => low * scale + at >= before && high * scale + at <= length - margin;
    if (scale === this.scale && seen(left, right, this.x, w, margin) && seen(top, bottom, this.y, h, above)) return;
    const fit = Math.min((w - 2 * margin) / Math.max(1, right - left), (h - margin - above) / Math.max(1, bottom - top));
    this.scale = Math.max(this.least ?? 0.05, Math.min(scale, fit));
    this.x = w / 2 - ((left + right) / 2) * this.scale;
    this.y = (h + above - margin) / 2 - ((top + bottom) / 2) * this.scale;
    this.fitted = false;
    this.glide();
    this.apply();
  }

  /** Where it looks, to come back to it. */
  get look() {
    return [this.x, this.y, this.scale, this.fitted];
  }

  set look(look) {
    [this.x, this.y, this.scale, this.fitted] = look;
    this.apply();
  }

  /** There at once. */
  settle() {
    this.world.classList.remove("glides");
  }

  glide() {
    this.world.classList.add("glides");
    clearTimeout(this.gliding);
    this.gliding = setTimeout(() => this.world.classList.remove("glides"), 400);
  }

  apply() {
    const [w, h] = this.room();
    // Some of the map stays in sight.
    const keep = (at, length, room) => Math.min(room - 80, Math.max(80 - length * this.scale, at));
    this.x = keep(this.x, this.size[0], w);
    this.y = keep(this.y, this.size[1], h);
    this.world.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
  }

  wheel(event) {
    event.preventDefault();
    const box = this.view.getBoundingClientRect();
    const lines = event.deltaMode === 1 ? 16 : 1;
    this.world.classList.remove("glides");
    this.zoom(Math.exp(-event.deltaY * lines * 0.0016), [event.clientX - box.left, event.clientY - box.top]);
  }

  press(event) {
    if (event.button > 1) return;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    this.travelled = this.fingers.size > 1 ? 99 : 0;
    this.world.classList.remove("glides");
  }

  drag(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before[0], event.clientY - before[1]];
    this.travelled += Math.hypot(dx, dy);
    if (this.travelled < 4) return;
    if (!this.view.hasPointerCapture(event.pointerId)) this.view.setPointerCapture(event.pointerId);
    if (this.fingers.size === 2) {
      const other = [...this.fingers].find(([id]) => id !== event.pointerId)[1];
      const spread = (point) => Math.hypot(point[0] - other[0], point[1] - other[1]) || 1;
      const box = this.view.getBoundingClientRect();
      const middle = [(event.clientX + other[0]) / 2 - box.left, (event.clientY + other[1]) / 2 - box.top];
      this.zoom(spread([event.clientX, event.clientY]) / spread(before), middle);
      this.pan(dx / 2, dy / 2);
    } else {
      this.pan(dx, dy);
    }
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
  }

  lift(event) {
    this.fingers.delete(event.pointerId);
  }

  /** Whether the last press was a drag and no click. */
  get dragged() {
    return this.travelled >= 4;
  }
}
