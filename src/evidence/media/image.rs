//! Formats of pictures, by their first bytes.

/// A format of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImageFormat {
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
    /// GIF.
    Gif,
    /// WebP.
    Webp,
    /// AVIF.
    Avif,
    /// HEIC, as phones take pictures.
    Heic,
    /// Windows bitmap.
    Bmp,
    /// TIFF.
    Tiff,
    /// SVG.
    Svg,
}

impl ImageFormat {
    /// Tells the format of `bytes`; SVG is text and told elsewhere.
    pub(super) fn detect(bytes: &[u8]) -> Option<ImageFormat> {
        match bytes {
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(ImageFormat::Png),
            [0xff, 0xd8, 0xff, ..] => Some(ImageFormat::Jpeg),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(ImageFormat::Gif),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(ImageFormat::Webp),
            [_, _, _, _, b'f', b't', b'y', b'p', b'a', b'v', b'i', b'f' | b's', ..] => {
                Some(ImageFormat::Avif)
            }
            [_, _, _, _, b'f', b't', b'y', b'p', b'h', b'e', b'i', b'c' | b'x' | b'm' | b's', ..] => {
                Some(ImageFormat::Heic)
            }
            [b'I', b'I', b'*', 0, ..] | [b'M', b'M', 0, b'*', ..] => Some(ImageFormat::Tiff),
            // The size that a bitmap states is the size that it has, and its reserved bytes are zero.
            [b'B', b'M', a, b, c, d, 0, 0, 0, 0, ..]
                if usize::try_from(u32::from_le_bytes([*a, *b, *c, *d])) == Ok(bytes.len()) =>
            {
                Some(ImageFormat::Bmp)
            }
            _ => None,
        }
    }

    /// The media type.
    pub fn media_type(self) -> &'static str {
        match self {
            ImageFormat::Png => "image/png",
            ImageFormat::Jpeg => "image/jpeg",
            ImageFormat::Gif => "image/gif",
            ImageFormat::Webp => "image/webp",
            ImageFormat::Avif => "image/avif",
            ImageFormat::Heic => "image/heic",
            ImageFormat::Bmp => "image/bmp",
            ImageFormat::Tiff => "image/tiff",
            ImageFormat::Svg => "image/svg+xml",
        }
    }

    /// The name of the file that holds the bytes.
    pub(super) fn source_name(self) -> &'static str {
        match self {
            ImageFormat::Png => "source.png",
            ImageFormat::Jpeg => "source.jpg",
            ImageFormat::Gif => "source.gif",
            ImageFormat::Webp => "source.webp",
            ImageFormat::Avif => "source.avif",
            ImageFormat::Heic => "source.heic",
            ImageFormat::Bmp => "source.bmp",
            ImageFormat::Tiff => "source.tif",
            ImageFormat::Svg => "source.svg",
        }
    }
}
