/** Times of one call at each size, in milliseconds. */
export interface Growth {
  what: string;
  times: { p50: number; p99: number }[];
}

const left = 190;
const width = 760;
const right = width - 36;
const top = 70;
const rowHeight = 26;
const ticks = [0.1, 1, 10, 100, 1000];

/** Milliseconds on a logarithmic axis. */
function x(ms: number): number {
  const least = Math.log10(ticks[0] ?? 0.1);
  const span = Math.log10(ticks.at(-1) ?? 1000) - least;
  const share = Math.min(1, Math.max(0, (Math.log10(ms) - least) / span));
  return Math.round(left + share * (right - left));
}

/** A row for each call: a dot at the median of each size, and a line from there to the p99. */
export function drawGrowth(grown: readonly Growth[], sizes: readonly number[]): string {
  const bottom = top + grown.length * rowHeight;
  const axis = ticks.map(
    (ms) =>
      `<line class="grid" x1="${x(ms)}" x2="${x(ms)}" y1="${top - 8}" y2="${bottom}"/>` +
      `<text class="quiet" x="${x(ms)}" y="${bottom + 18}" text-anchor="middle">${ms} ms</text>`,
  );
  const legend = sizes.map(
    (size, at) =>
      `<circle class="size${at}" cx="${left + at * 180}" cy="44" r="5"/>` +
      `<text x="${left + at * 180 + 12}" y="48">${size.toLocaleString('en-US')}</text>`,
  );
  const rows = grown.map(({ what, times }, at) => drawRow(what, times, top + (at + 0.5) * rowHeight));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${bottom + 32}" role="img" aria-labelledby="title">
<title id="title">How long each call takes as the library and the list of readers grow</title>
<style>
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .quiet { fill: #59636e; font-size: 12px }
  .grid { stroke: #8883; stroke-width: 1 }
  .tail { stroke-width: 2; opacity: 0.45 }
  .size0 { fill: #e0a100; stroke: #e0a100 } .size1 { fill: #d2601a; stroke: #d2601a } .size2 { fill: #8a3ffc; stroke: #8a3ffc }
  @media (prefers-color-scheme: dark) { text { fill: #f0f6fc } .quiet { fill: #9198a1 } }
</style>
<text class="quiet" x="${left}" y="20">words, and as many readers; dot: median, line: to the slowest in a hundred</text>
${[...legend, ...axis, ...rows].join('\n')}
</svg>
`;
}

function drawRow(what: string, times: Growth['times'], y: number): string {
  const marks = times.map(({ p50, p99 }, at) => {
    const own = y + (at - (times.length - 1) / 2) * 5;
    return (
      `<line class="tail size${at}" x1="${x(p50)}" x2="${x(p99)}" y1="${own}" y2="${own}"/>` +
      `<circle class="size${at}" cx="${x(p50)}" cy="${own}" r="4"/>`
    );
  });
  return `<text x="${left - 12}" y="${y + 4}" text-anchor="end">${what}</text>${marks.join('')}`;
}
