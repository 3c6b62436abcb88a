use hexwright::draw::map::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let loaded = hexwright::source::load(std::path::Path::new(&a[1]));
    for d in loaded.diagnostics.sorted() { eprintln!("{} {:?} {} {:?}", d.code, d.place.as_ref().map(|p| p.line_column()), d.message, d.help); }
    let game = loaded.project.games.iter().nth(std::env::var("GAME").map_or(0, |m| m.parse().unwrap())).unwrap();
    let map = game.maps.iter().nth(std::env::var("MAP").map_or(0, |m| m.parse().unwrap())).unwrap();
    let t = std::time::Instant::now();
    let drawn = draw_map(game, map, &MapOptions { style: a[2].clone(), project_root: Some(a[1].clone().into()), ..Default::default() }).unwrap();
    let svg = drawn.picture.svg();
    eprintln!("draw {:?} {} bytes {}x{}", t.elapsed(), svg.len(), drawn.picture.width, drawn.picture.height);
    std::fs::write("/tmp/try.svg", &svg).unwrap();
    let dpi: f32 = a[3].parse().unwrap();
    let tree = usvg::Tree::from_str(&svg, &hexwright::draw::svg_options()).unwrap();
    let k = dpi / 96.0;
    let (x, y, w, h): (f32, f32, f32, f32) = if a.len() > 5 { (a[5].parse().unwrap(), a[6].parse().unwrap(), a[7].parse().unwrap(), a[8].parse().unwrap()) } else { (0., 0., 1., 1.) };
    let (tw, th) = (tree.size().width() * k, tree.size().height() * k);
    let mut p = resvg::tiny_skia::Pixmap::new((tw * w) as u32, (th * h) as u32).unwrap();
    resvg::render(&tree, resvg::tiny_skia::Transform::from_scale(k, k).post_translate(-tw * x, -th * y), &mut p.as_mut());
    p.save_png(&a[4]).unwrap();
    eprintln!("all {:?}", t.elapsed());
}
