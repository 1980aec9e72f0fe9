// The colors of a terminal, or none: `util.styleText` must not decide by itself, because outputs may go elsewhere.
import { styleText } from 'node:util';

export type Colors = ReturnType<typeof colorsOf>;

export function colorsOf(isOn: boolean) {
  const paint = (style: Parameters<typeof styleText>[0]) => (text: string) =>
    isOn ? styleText(style, text, { validateStream: false }) : text;
  return {
    bold: paint('bold'),
    dim: paint('dim'),
    red: paint('red'),
    green: paint('green'),
    yellow: paint('yellow'),
    cyan: paint('cyan'),
  };
}
