//! Path data: points to the short text an SVG path wants.

use crate::hex::Point;

/// Writes path data, rounding to hundredths of a millimetre unless told otherwise.
#[derive(Debug, Clone)]
pub struct Pen {
    data: String,
    decimals: u32,
}

impl Default for Pen {
    fn default() -> Self {
        Pen { data: String::new(), decimals: 2 }
    }
}

impl Pen {
    /// A pen for geometry that is measured: thousandths of a millimetre.
    pub fn exact() -> Self {
        Pen { data: String::new(), decimals: 3 }
    }

    /// Whether nothing was drawn.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// The path data.
    pub fn data(&self) -> &str {
        &self.data
    }

    fn command(&mut self, letter: char, points: &[Point]) -> &mut Self {
        self.data.push(letter);
        for (i, p) in points.iter().enumerate() {
            if i > 0 {
                self.data.push(' ');
            }
            number(&mut self.data, p.x, self.decimals);
            self.data.push(' ');
            number(&mut self.data, p.y, self.decimals);
        }
        self
    }

    /// Starts a new line.
    pub fn start(&mut self, p: Point) -> &mut Self {
        self.command('M', &[p])
    }

    /// A straight line.
    pub fn line(&mut self, p: Point) -> &mut Self {
        self.command('L', &[p])
    }

    /// A curve with one control point.
    pub fn bend(&mut self, control: Point, to: Point) -> &mut Self {
        self.command('Q', &[control, to])
    }

    /// A curve with two control points.
    pub fn curve(&mut self, a: Point, b: Point, to: Point) -> &mut Self {
        self.command('C', &[a, b, to])
    }

    /// Closes the line.
    pub fn close(&mut self) -> &mut Self {
        self.data.push('Z');
        self
    }

    /// A dot, made by a round-capped stroke of no visible length.
    pub fn dot(&mut self, p: Point) -> &mut Self {
        self.command('M', &[p]);
        self.data.push_str("h.01");
        self
    }

    /// A closed polygon.
    pub fn polygon(&mut self, points: &[Point]) -> &mut Self {
        let Some((first, rest)) = points.split_first() else { return self };
        self.start(*first);
        for p in rest {
            self.line(*p);
        }
        self.close()
    }

    /// An open line of straight pieces.
    pub fn polyline(&mut self, points: &[Point]) -> &mut Self {
        let Some((first, rest)) = points.split_first() else { return self };
        self.start(*first);
        for p in rest {
            self.line(*p);
        }
        self
    }

    /// A smooth closed line near the points, through the middle of each pair.
    pub fn smooth_loop(&mut self, points: &[Point]) -> &mut Self {
        let [.., last] = points else { return self };
        if points.len() < 3 {
            return self.polygon(points);
        }
        self.start(last.midpoint(points[0]));
        for (i, p) in points.iter().enumerate() {
            let next = points.get(i + 1).unwrap_or(&points[0]);
            self.bend(*p, p.midpoint(*next));
        }
        self.close()
    }

    /// A smooth open line from the first point to the last.
    pub fn smooth_line(&mut self, points: &[Point]) -> &mut Self {
        let ([first, .., last], true) = (points, points.len() > 2) else {
            return self.polyline(points);
        };
        self.start(*first);
        for pair in points[1..points.len() - 1].windows(2) {
            self.bend(pair[0], pair[0].midpoint(pair[1]));
        }
        self.bend(points[points.len() - 2], *last)
    }
}

/// Writes a number without needless digits.
pub fn number(out: &mut String, value: f64, decimals: u32) {
    let scale = 10_f64.powi(decimals as i32);
    // Nothing on a map is a kilometre away; whatever is must not break the file.
    let value = if value.is_finite() { value.clamp(-1e6, 1e6) } else { 0.0 };
    let scaled = (value * scale).round() as i64;
    if scaled < 0 {
        out.push('-');
    }
    let (whole, mut rest) =
        (scaled.unsigned_abs() / scale as u64, scaled.unsigned_abs() % scale as u64);
    if whole > 0 || rest == 0 {
        out.push_str(&whole.to_string());
    }
    if rest > 0 {
        out.push('.');
        let mut digit = scale as u64 / 10;
        while rest > 0 && digit > 0 {
            out.push(char::from(b'0' + (rest / digit) as u8));
            rest %= digit;
            digit /= 10;
        }
    }
}

/// A number for an attribute.
pub fn num(value: f64) -> String {
    let mut out = String::new();
    number(&mut out, value, 3);
    out
}

/// Text made safe for XML.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML 1.0 has no way to write these at all.
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_and_short() {
        for (value, text) in [
            (0.0, "0"),
            (-0.001, "0"),
            (1.5, "1.5"),
            (-0.25, "-.25"),
            (12.0, "12"),
            (3.999, "4"),
            (0.05, ".05"),
        ] {
            let mut out = String::new();
            number(&mut out, value, 2);
            assert_eq!(out.trim_start_matches("-0"), text.trim_start_matches("-0"), "{value}");
        }
        assert_eq!(num(f64::NAN), "0");
    }
}
