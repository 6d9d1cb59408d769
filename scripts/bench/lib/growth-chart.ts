/** In milliseconds. */
export interface Times {
  p50: number;
  p99: number;
}

/** Times of one call at each size. */
export interface Growth {
  what: string;
  times: Times[];
}

const left = 210;
const width = 800;
const right = width - 40;
const top = 84;
const rowHeight = 28;
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
  const height = bottom + 36;
  const axis = ticks.map(
    (ms) =>
      `<line class="grid" x1="${x(ms)}" x2="${x(ms)}" y1="${top}" y2="${bottom}"/>` +
      `<text class="quiet" x="${x(ms)}" y="${bottom + 20}" text-anchor="middle">${ms < 1000 ? `${ms} ms` : '1 s'}</text>`,
  );
  const legend = sizes.map(
    (size, at) =>
      `<circle class="size${at}" cx="${left + at * 150}" cy="60" r="5"/>` +
      `<text x="${left + at * 150 + 12}" y="64">${size.toLocaleString('en-US')}</text>`,
  );
  const bands = grown.map((_, at) => {
    const y = top + at * rowHeight;
    return at % 2 ? '' : `<rect class="band" x="8" width="${width - 16}" y="${y}" height="${rowHeight}"/>`;
  });
  const rows = grown.map(({ what, times }, at) => drawRow(what, times, at));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">How long each call takes as the library and the list of readers grow</title>
<style>${style}</style>
<rect class="page" width="${width}" height="${height}" rx="8"/>
<text class="quiet" x="${left}" y="24">Time of each call with this many words and as many readers.</text>
<text class="quiet" x="${left}" y="42">The dot is the median, and the line ends at the slowest in a hundred.</text>
${[...bands, ...axis, ...rows, ...legend].join('\n')}
</svg>
`;
}

// Sets its own page color: the page around it may be dark while the reader's system is light.
const style = `
  .page { fill: #fff } .band { fill: #f6f8fa } .grid { stroke: #8884 }
  text { font: 13px system-ui, sans-serif; fill: #1f2328 } .quiet { fill: #59636e; font-size: 12px }
  .tail { stroke-width: 2.5; opacity: 0.55; stroke-linecap: round }
  .size0 { fill: #d99a00; stroke: #d99a00 } .size1 { fill: #cf4a1d; stroke: #cf4a1d } .size2 { fill: #6f2fd6; stroke: #6f2fd6 }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117 } .band { fill: #151b23 } text { fill: #f0f6fc } .quiet { fill: #9198a1 }
    .size0 { fill: #f2c14e; stroke: #f2c14e } .size1 { fill: #ff7b54; stroke: #ff7b54 } .size2 { fill: #b08cff; stroke: #b08cff }
  }
`;

function drawRow(what: string, times: Growth['times'], at: number): string {
  const y = top + (at + 0.5) * rowHeight;
  const marks = times.map(({ p50, p99 }, size) => {
    const own = y + (size - (times.length - 1) / 2) * 6;
    return (
      `<line class="tail size${size}" x1="${x(p50)}" x2="${x(p99)}" y1="${own}" y2="${own}"/>` +
      `<circle class="size${size}" cx="${x(p50)}" cy="${own}" r="3.5"/>`
    );
  });
  return `<text x="${left - 14}" y="${y + 4}" text-anchor="end">${what}</text>${marks.join('')}`;
}
