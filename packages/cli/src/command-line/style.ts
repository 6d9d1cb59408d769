/** How help is printed. The escape codes are written out, so that no library has to be loaded for them. */
export interface Style {
  bold: (text: string) => string;
  cyan: (text: string) => string;
  dim: (text: string) => string;
}

const code = (start: number, end: number) => (text: string) => `\u001b[${start}m${text}\u001b[${end}m`;
const none = (text: string) => text;

export const colored: Style = { bold: code(1, 22), cyan: code(36, 39), dim: code(2, 22) };
export const plain: Style = { bold: none, cyan: none, dim: none };
