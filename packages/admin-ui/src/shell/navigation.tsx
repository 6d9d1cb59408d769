import { NavLink } from 'react-router';
import { Icon, type IconName } from '../design/icon.tsx';
import { useSystem } from '../kit/system.ts';
import * as styles from './admin-layout.css.ts';
import { type NavigationEntry, pages } from './pages.ts';

export interface NavigationLink {
  to: string;
  label: string;
  icon: IconName;
}

/** The links of one group of the navigation, in the order of the table of pages. */
export function useLinks(group: NavigationEntry['group']): NavigationLink[] {
  const isSandbox = useSystem()?.emailProvider.endsWith('sandbox');
  return pages.flatMap(({ path, navigation }) =>
    navigation?.group === group && (isSandbox || !navigation.sandboxOnly)
      ? [{ to: path, label: navigation.label, icon: navigation.icon }]
      : [],
  );
}

export interface LinksProps {
  links: NavigationLink[];
  className?: string;
  onChoose?: () => void;
}

export function Links({ links, className = styles.link, onChoose }: LinksProps) {
  return links.map(({ to, icon, label }) => (
    <NavLink
      key={to}
      className={className}
      to={to}
      end={to === '/admin'}
      {...(onChoose && { onClick: onChoose })}
    >
      <Icon name={icon} />
      {label}
    </NavLink>
  ));
}

/** The public site is not part of the app, so this is a plain link. */
export function SiteLink() {
  return (
    <a className={styles.link} href="/">
      <Icon name="external" />
      View site
    </a>
  );
}
