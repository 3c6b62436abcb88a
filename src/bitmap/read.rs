//! Each format's decoder, asked for the same thing: eight bits of red, green, blue and alpha.

use std::io::Cursor;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

fn said(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn png_reader(bytes: &[u8]) -> Result<png::Reader<Cursor<&[u8]>>, String> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    decoder.read_info().map_err(said)
}

pub(super) fn png_size(bytes: &[u8]) -> Result<(u32, u32), String> {
    png_reader(bytes).map(|reader| reader.info().size())
}

pub(super) fn png(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut reader = png_reader(bytes)?;
    let length = reader.output_buffer_size().ok_or("it is too large")?;
    let mut pixels = vec![0; length];
    let info = reader.next_frame(&mut pixels).map_err(said)?;
    pixels.truncate(info.buffer_size());
    Ok(match info.color_type {
        png::ColorType::Rgba => pixels,
        png::ColorType::Rgb => rgb(&pixels),
        png::ColorType::GrayscaleAlpha => {
            pixels.chunks_exact(2).flat_map(|pair| [pair[0], pair[0], pair[0], pair[1]]).collect()
        }
        png::ColorType::Grayscale | png::ColorType::Indexed => grey(&pixels),
    })
}

fn rgb(pixels: &[u8]) -> Vec<u8> {
    let mut rgba = vec![255; pixels.len() / 3 * 4];
    for (to, from) in rgba.chunks_exact_mut(4).zip(pixels.chunks_exact(3)) {
        to[..3].copy_from_slice(from);
    }
    rgba
}

fn grey(pixels: &[u8]) -> Vec<u8> {
    pixels.iter().flat_map(|level| [*level, *level, *level, 255]).collect()
}

/// A JPEG with its headers read, told to give grey as grey and everything else as colours.
fn jpeg_reader(bytes: &[u8]) -> Result<JpegDecoder<ZCursor<&[u8]>>, String> {
    let options = DecoderOptions::default()
        .set_strict_mode(false)
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX));
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(said)?;
    let wanted = match decoder.input_colorspace() {
        Some(ColorSpace::Luma) => ColorSpace::Luma,
        _ => ColorSpace::RGB,
    };
    decoder.set_options(decoder.options().jpeg_set_out_colorspace(wanted));
    Ok(decoder)
}

pub(super) fn jpeg_size(bytes: &[u8]) -> Result<(u32, u32), String> {
    let info = jpeg_reader(bytes)?.info().ok_or("it has no header")?;
    Ok((u32::from(info.width), u32::from(info.height)))
}

pub(super) fn jpeg(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut reader = jpeg_reader(bytes)?;
    let pixels = reader.decode().map_err(said)?;
    Ok(match reader.output_colorspace() {
        Some(ColorSpace::Luma) => grey(&pixels),
        _ => rgb(&pixels),
    })
}

fn gif_reader(bytes: &[u8]) -> Result<gif::Decoder<Cursor<&[u8]>>, String> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    options.read_info(Cursor::new(bytes)).map_err(said)
}

pub(super) fn gif_size(bytes: &[u8]) -> Result<(u32, u32), String> {
    let reader = gif_reader(bytes)?;
    Ok((u32::from(reader.width()), u32::from(reader.height())))
}

pub(super) fn gif(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut reader = gif_reader(bytes)?;
    let (width, height) = (usize::from(reader.width()), usize::from(reader.height()));
    let frame = reader.read_next_frame().map_err(said)?.ok_or("it holds no picture")?;
    let (left, top) = (usize::from(frame.left), usize::from(frame.top));
    let across = usize::from(frame.width).min(width.saturating_sub(left));
    let mut rgba = vec![0; width * height * 4];
    let rows = rgba.chunks_exact_mut((width * 4).max(1)).skip(top);
    for (to, from) in rows.zip(frame.buffer.chunks_exact((usize::from(frame.width) * 4).max(1))) {
        to[left * 4..(left + across) * 4].copy_from_slice(&from[..across * 4]);
    }
    Ok(rgba)
}
