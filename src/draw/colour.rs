//! Colours: mixing, contrast, and how colour-blind players see them.

/// A colour in sRGB, 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rgb(pub [f64; 3]);

/// A kind of colour blindness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Blindness {
    Protan,
    Deutan,
    Tritan,
}

impl Blindness {
    pub(crate) const ALL: [Blindness; 3] =
        [Blindness::Protan, Blindness::Deutan, Blindness::Tritan];

    /// What it is called in a sentence.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Blindness::Protan => "red-blind",
            Blindness::Deutan => "green-blind",
            Blindness::Tritan => "blue-blind",
        }
    }

    /// Machado, Oliveira and Fernandes (2009), full severity, on linear RGB.
    fn matrix(self) -> [[f64; 3]; 3] {
        match self {
            Blindness::Protan => [
                [0.152286, 1.052583, -0.204868],
                [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998],
            ],
            Blindness::Deutan => [
                [0.367322, 0.860646, -0.227968],
                [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881],
            ],
            Blindness::Tritan => [
                [1.255528, -0.076749, -0.178779],
                [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900],
            ],
        }
    }
}

fn to_linear(v: f64) -> f64 {
    if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
}

fn from_linear(v: f64) -> f64 {
    if v <= 0.0031308 { v * 12.92 } else { 1.055 * v.powf(1.0 / 2.4) - 0.055 }
}

impl Rgb {
    /// Reads `#rgb`, `#rrggbb` or one of a few names.
    pub(crate) fn parse(text: &str) -> Option<Rgb> {
        let text = match text.trim() {
            "white" => "#ffffff",
            "black" => "#000000",
            "red" => "#ff0000",
            "blue" => "#0000ff",
            "green" => "#008000",
            "yellow" => "#ffff00",
            "grey" | "gray" => "#808080",
            other => other,
        };
        let hex = text.strip_prefix('#')?;
        if !hex.is_ascii() {
            return None;
        }
        let digit = |at: usize, len: usize| {
            hex.get(at..at + len).and_then(|part| u8::from_str_radix(part, 16).ok())
        };
        let channels = match hex.len() {
            3 => [digit(0, 1)? * 17, digit(1, 1)? * 17, digit(2, 1)? * 17],
            6 => [digit(0, 2)?, digit(2, 2)?, digit(4, 2)?],
            _ => return None,
        };
        Some(Rgb::of_bytes(channels))
    }

    pub(crate) fn of_bytes(channels: [u8; 3]) -> Rgb {
        Rgb(channels.map(|c| f64::from(c) / 255.0))
    }

    /// As `#rrggbb`.
    pub(crate) fn hex(self) -> String {
        let [r, g, b] = self.0.map(|v| (v.clamp(0.0, 1.0) * 255.0).round() as u8);
        format!("#{r:02x}{g:02x}{b:02x}")
    }

    /// Part of the way from this colour to another.
    pub(crate) fn mix(self, other: Rgb, part: f64) -> Rgb {
        let part = part.clamp(0.0, 1.0);
        Rgb(std::array::from_fn(|i| self.0[i] + (other.0[i] - self.0[i]) * part))
    }

    /// Relative luminance as WCAG defines it.
    pub(crate) fn luminance(self) -> f64 {
        let [r, g, b] = self.0.map(to_linear);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// WCAG contrast ratio, 1 to 21.
    pub(crate) fn contrast(self, other: Rgb) -> f64 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        if a > b { a / b } else { b / a }
    }

    /// Near-black or white, whichever reads better on this colour.
    pub(crate) fn readable_ink(self) -> Rgb {
        let (dark, light) = (Rgb([0.08; 3]), Rgb([1.0; 3]));
        if self.contrast(dark) >= self.contrast(light) { dark } else { light }
    }

    /// As a colour-blind player sees it.
    pub(crate) fn seen_by(self, blindness: Blindness) -> Rgb {
        let linear = self.0.map(to_linear);
        Rgb(blindness.matrix().map(|row| {
            let mixed: f64 = row.iter().zip(linear).map(|(a, b)| a * b).sum();
            from_linear(mixed.clamp(0.0, 1.0))
        }))
    }

    /// CIE L*a*b* under D65.
    pub(crate) fn lab(self) -> [f64; 3] {
        let [r, g, b] = self.0.map(to_linear);
        let f = |t: f64| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
        let x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
        let y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
        let z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }
}

/// How different two colours in L*a*b* look; about 2 is just noticeable side by side.
pub(crate) fn difference(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_runs_from_one_to_twenty_one() {
        let (black, white) = (Rgb([0.0; 3]), Rgb([1.0; 3]));
        assert!((black.contrast(white) - 21.0).abs() < 1e-9);
        assert!((white.contrast(white) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn red_and_green_of_equal_lightness_merge_for_a_green_blind_player_only() {
        let red = Rgb::parse("#c08070").unwrap();
        let green = Rgb::parse("#8f9a5c").unwrap();
        let plain = difference(red.lab(), green.lab());
        let [red, green] = [red, green].map(|colour| colour.seen_by(Blindness::Deutan).lab());
        let seen = difference(red, green);
        assert!(plain > 30.0 && seen < plain / 2.0, "{plain} {seen}");
    }

    #[test]
    fn bad_colours_are_refused() {
        for text in ["", "#12", "#12345g", "#ééé", "octarine", "#1234567"] {
            assert_eq!(Rgb::parse(text), None, "{text}");
        }
        assert_eq!(Rgb::parse("#fff").map(Rgb::hex).as_deref(), Some("#ffffff"));
    }
}
