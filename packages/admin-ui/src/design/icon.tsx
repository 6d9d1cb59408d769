import type { ReactNode } from 'react';
import { iconPaths } from './icon-paths.ts';

// Drawn on a 20 px grid, stroke 1.5, in the color of the surrounding text.
const shapes = {
  sunrise: (
    <>
      <path d="M2.5 15.5h15M5.5 15.5a4.5 4.5 0 0 1 9 0" />
      <path d="M10 4v3M3.7 8l1.9 1.6M16.3 8l-1.9 1.6" />
    </>
  ),
  home: <path d="M3.5 9 10 3.5 16.5 9v7.5h-4.25V12h-4.5v4.5H3.5z" />,
  book: (
    <path d="M10 5.5C8.4 4.2 6 3.8 3 4v11.5c3-.2 5.4.2 7 1.5 1.6-1.3 4-1.7 7-1.5V4c-3-.2-5.4.2-7 1.5zm0 0V17" />
  ),
  calendar: <path d="M3.5 5h13v11.5h-13zM3.5 8.75h13M7 3v3.5M13 3v3.5" />,
  template: <path d="M3.5 3.5h13v13h-13zM3.5 7.5h13M7 11h6M7 13.5h4" />,
  inbox: <path d="m3.5 11 2.2-7h8.6l2.2 7v5.5h-13zm0 0h4l1 2.25h3l1-2.25h4" />,
  code: <path d="m7 6-4 4 4 4M13 6l4 4-4 4M11.2 4.5l-2.4 11" />,
  shield: (
    <path d="M10 3 16 5.25v4.5c0 3.6-2.5 6-6 7.25-3.5-1.25-6-3.65-6-7.25v-4.5zM7.5 10l1.75 1.75L12.75 8" />
  ),
  specs: <path d="M3.5 4h13v4.5h-13zM3.5 11.5h13V16h-13zM6.25 6.25h.01M6.25 13.75h.01" />,
  search: <path d="m16.5 16.5-3.7-3.7M14.25 8.9a5.35 5.35 0 1 1-10.7 0 5.35 5.35 0 0 1 10.7 0z" />,
  plus: <path d="M10 4v12M4 10h12" />,
  edit: <path d="m12.5 5 2.5 2.5L7.25 15.25 4 16l.75-3.25zM11 6.5 13.5 9" />,
  trash: <path d="M3.5 5.5h13M8 5.5v-2h4v2M5.25 5.5l.75 11h8l.75-11M8.5 8.75v4.5M11.5 8.75v4.5" />,
  close: <path d={iconPaths.close} />,
  check: <path d={iconPaths.check} />,
  clock: <path d={iconPaths.clock} />,
  sound: <path d={iconPaths.sound} />,
  warning: <path d={iconPaths.warning} />,
  info: <path d="M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0zM10 9.25v4.25M10 6.5h.01" />,
  refresh: (
    <path d="M16.2 8.2A6.5 6.5 0 0 0 4.6 6.4L3.5 8M3.8 11.8a6.5 6.5 0 0 0 11.6 1.8l1.1-1.6M3.5 4v4h4M16.5 16v-4h-4" />
  ),
  upload: <path d="M10 13V4M6.25 7.5 10 3.75l3.75 3.75M3.5 12.5v4h13v-4" />,
  download: <path d="M10 3.75v9M6.25 9.25 10 13l3.75-3.75M3.5 12.5v4h13v-4" />,
  eye: (
    <>
      <path d="M2.5 10s2.75-5 7.5-5 7.5 5 7.5 5-2.75 5-7.5 5-7.5-5-7.5-5z" />
      <path d="M12.25 10a2.25 2.25 0 1 1-4.5 0 2.25 2.25 0 0 1 4.5 0z" />
    </>
  ),
  copy: <path d="M7.5 7.5h9v9h-9zM12.5 7.5v-4h-9v9h4" />,
  people: (
    <path d="M10.5 7a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM2.5 16c.3-3 2.2-4.75 5-4.75S12.2 13 12.5 16M13 4.3a3 3 0 0 1 0 5.4M14.2 11.6c1.9.6 3.1 2.2 3.3 4.4" />
  ),
  key: <path d="M10.5 7.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0zM9.5 10l6.75 6.75M13 13.5l2-2" />,
  sliders: (
    <path d="M3.5 6H10M14 6h2.5M3.5 14H6M10 14h6.5M14 6a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM10 14a2 2 0 1 1-4 0 2 2 0 0 1 4 0z" />
  ),
  logout: <path d="M12 6V3.5H3.5v13H12V14M8 10h9M14 6.75 17.25 10 14 13.25" />,
  menu: <path d="M3.5 5.5h13M3.5 10h13M3.5 14.5h13" />,
  more: <path d="M4.5 10h.01M10 10h.01M15.5 10h.01" strokeWidth="2.5" />,
  'chevron-left': <path d="m12.5 4.5-5.5 5.5 5.5 5.5" />,
  'chevron-right': <path d="m7.5 4.5 5.5 5.5-5.5 5.5" />,
  'chevron-down': <path d="m4.5 7.5 5.5 5.5 5.5-5.5" />,
  'arrow-up': <path d="M10 16V4.5M5 9.25 10 4.25l5 5" />,
  'arrow-down': <path d="M10 4v11.5M5 10.75l5 5 5-5" />,
  external: <path d="M8.5 4.5h-5v12h12v-5M11.5 3.5h5v5M16 4l-7 7" />,
  filter: <path d="M3 5h14M5.75 10h8.5M8.5 15h3" />,
  mail: <path d="M3 4.75h14v10.5H3zM3.25 5.25 10 11l6.75-5.75" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof shapes;

interface IconProps {
  name: IconName;
  size?: number;
  className?: string | undefined;
}

/** Decorative: the text beside it carries the meaning, so screen readers skip it. */
export function Icon({ name, size = 20, className }: IconProps) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {shapes[name]}
    </svg>
  );
}
