/**
 * The fonts of pronunciations, as a CSS value. Georgia lacks IPA letters, which would come from another font. So does the
 * font that stands in for Times New Roman on Linux.
 */
export const pronunciationFonts = "'Noto Serif', 'DejaVu Serif', 'Times New Roman', serif";
