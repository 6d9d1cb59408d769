type Color = readonly [red: number, green: number, blue: number];

const rgb = (hex: string): Color =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Color;

const sky: [at: number, color: Color][] = [
  [0, rgb('#dbe6f5')],
  [0.28, rgb('#ecebef')],
  [0.5, rgb('#f9e3d2')],
  [0.72, rgb('#fbcaa0')],
  [1, rgb('#f5a074')],
];
const sea: [at: number, color: Color][] = [
  [0, rgb('#eea27a')],
  [1, rgb('#faf7f1')],
];
const glow = { color: rgb('#ffecc4'), opacity: 0.85, width: 0.6, height: 0.6 };
const sun = { color: rgb('#fff4d6'), radius: 96 };
/** Height of the sea below the horizon. */
const seaHeight = 150;

/** The sunrise of the landing page, as red, green and blue of each pixel. */
export function drawSunrise(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  const horizon = height - seaHeight;
  for (let y = 0; y < height; y += 1) {
    const isSea = y >= horizon;
    const base = isSea ? along(sea, (y - horizon) / seaHeight) : along(sky, y / height);
    for (let x = 0; x < width; x += 1) {
      pixels.set(isSea ? base : lit(base, x - width / 2, y - horizon, width, height), (y * width + x) * 3);
    }
  }
  return pixels;
}

function lit(base: Color, x: number, y: number, width: number, height: number): Color {
  const distance = Math.hypot(x / (width * glow.width), y / (height * glow.height));
  const glowing = mix(base, glow.color, glow.opacity * Math.max(0, 1 - distance));
  return mix(glowing, sun.color, Math.min(1, Math.max(0, sun.radius + 0.5 - Math.hypot(x, y))));
}

function along(stops: readonly [number, Color][], at: number): Color {
  const next = Math.max(
    1,
    stops.findIndex(([place]) => place >= at),
  );
  const [[from, one], [to, other]] = [stops[next - 1], stops[next]] as [[number, Color], [number, Color]];
  return mix(one, other, (at - from) / (to - from));
}

export function mix(one: Color, other: Color, share: number): Color {
  const [red, green, blue] = one.map((value, at) => value + ((other[at] ?? 0) - value) * share);
  return [Math.round(red ?? 0), Math.round(green ?? 0), Math.round(blue ?? 0)];
}
