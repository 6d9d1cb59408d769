import { isIPv6 } from 'node:net';

/**
 * What counts as one visitor for a limit: an IPv4 address, or the /64 network of an IPv6 address, because every
 * household has at least one. A port, which some proxies add, is removed. Anything that is not an address counts as
 * itself.
 */
export function networkOf(address: string): string {
  const bare =
    /^\[([^\]]*)\]/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address;
  const [ip = ''] = bare.split('%');
  if (!isIPv6(ip)) return bare;
  const groups = groupsOf(ip);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return dotted(groups[6] ?? 0, groups[7] ?? 0);
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The eight numbers of an IPv6 address. */
function groupsOf(ip: string): number[] {
  const [head = [], tail] = ip.split('::').map(numbersOf);
  return tail ? [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail] : head;
}

function numbersOf(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return group.includes('.') ? [a * 256 + b, c * 256 + d] : [Number.parseInt(group, 16)];
  });
}

function dotted(...pairs: number[]): string {
  return pairs.flatMap((pair) => [pair >> 8, pair & 255]).join('.');
}
