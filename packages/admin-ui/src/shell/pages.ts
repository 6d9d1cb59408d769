import type { ComponentType } from 'react';
import type { IconName } from '../design/icon.tsx';

export interface NavigationEntry {
  /** `main` is always visible, `more` is one step away on phones, `settings` are the tabs of the settings. */
  group: 'main' | 'more' | 'settings';
  label: string;
  /** Its name among the tabs of the settings, for the one of them that the navigation leads to. */
  tab?: string;
  icon: IconName;
  /** With `g` before it, this key goes there. */
  goKey?: string;
  /** Linked only while emails go to the sandbox. */
  sandboxOnly?: boolean;
}

export interface PageEntry {
  path: string;
  /** `public`: no session needed. `admin`: inside the admin area's navigation. `window`: needs a session, has no
   * navigation around it. */
  layout: 'public' | 'admin' | 'window';
  /** Loaded on the first visit: the login page fetches nothing of the admin area. */
  load: () => Promise<ComponentType>;
  navigation?: NavigationEntry;
  /** The page whose link in the navigation is marked instead, for one without a link. */
  under?: string;
}

/** The page that the tabs of the settings belong to. */
export const settingsPath = '/admin/settings';

/** Every page of the app, in the order of the navigation. Feeds the routes, the navigation, and the paths that the
 * server answers with 200 (it answers others with the same HTML and status 404). */
export const pages: readonly PageEntry[] = [
  {
    path: '/login',
    layout: 'public',
    load: async () => (await import('../features/accounts/login-page.tsx')).LoginPage,
  },
  {
    path: '/admin-setup',
    layout: 'public',
    load: async () => (await import('../features/accounts/setup-page.tsx')).SetupPage,
  },
  {
    path: '/admin',
    layout: 'admin',
    load: async () => (await import('./dashboard-route.tsx')).DashboardRoute,
    navigation: { group: 'main', label: 'Dashboard', icon: 'home', goKey: 'd' },
  },
  {
    path: '/admin/words',
    layout: 'admin',
    load: async () => (await import('../features/words/words-page.tsx')).WordsPage,
    navigation: { group: 'main', label: 'Words', icon: 'book', goKey: 'w' },
  },
  {
    path: '/admin/words/themes',
    layout: 'admin',
    load: async () => (await import('../features/words/themes-page.tsx')).ThemesPage,
    under: '/admin/words',
  },
  {
    path: '/admin/words/suggestions',
    layout: 'admin',
    load: async () => (await import('../features/words/suggestions-page.tsx')).SuggestionsPage,
    under: '/admin/words',
  },
  {
    path: '/admin/schedule',
    layout: 'admin',
    load: async () => (await import('../features/schedule/schedule-page.tsx')).SchedulePage,
    navigation: { group: 'main', label: 'Schedule', icon: 'calendar', goKey: 's' },
  },
  {
    path: '/admin/delivery',
    layout: 'admin',
    load: async () => (await import('../features/deliveries/delivery-page.tsx')).DeliveryPage,
    under: '/admin/schedule',
  },
  {
    path: '/admin/readers',
    layout: 'admin',
    load: async () => (await import('../features/readers/readers-page.tsx')).ReadersPage,
    navigation: { group: 'main', label: 'Readers', icon: 'people', goKey: 'r' },
  },
  {
    path: '/admin/readers/import',
    layout: 'admin',
    load: async () => (await import('../features/readers/import-page.tsx')).ImportPage,
  },
  {
    path: '/admin/readers/reader',
    layout: 'admin',
    load: async () => (await import('../features/readers/reader-page.tsx')).ReaderPage,
  },
  {
    path: '/admin/templates/design',
    layout: 'admin',
    load: async () => (await import('../features/templates/design-page.tsx')).DesignPage,
    navigation: { group: 'main', label: 'Template', icon: 'template', goKey: 't' },
  },
  {
    path: '/admin/templates',
    layout: 'admin',
    load: async () => (await import('../features/templates/templates-page.tsx')).TemplatesPage,
    under: '/admin/templates/design',
  },
  {
    path: '/admin/templates/preview',
    layout: 'window',
    load: async () => (await import('../features/templates/preview-page.tsx')).PreviewPage,
  },
  {
    path: settingsPath,
    layout: 'admin',
    load: async () => (await import('../features/settings/settings-page.tsx')).SettingsPage,
    navigation: { group: 'more', label: 'Settings', icon: 'sliders', tab: 'General' },
  },
  {
    path: '/admin/settings/sending',
    layout: 'admin',
    load: async () => (await import('../features/settings/settings-page.tsx')).SendingPage,
    under: settingsPath,
    navigation: { group: 'settings', label: 'Sending', icon: 'mail' },
  },
  {
    path: '/admin/start',
    layout: 'admin',
    load: async () => (await import('../features/settings/start-page.tsx')).StartPage,
    under: settingsPath,
  },
  {
    path: '/admin/outbox',
    layout: 'admin',
    load: async () => (await import('../features/outbox/outbox-page.tsx')).OutboxPage,
    navigation: { group: 'more', label: 'Outbox', icon: 'inbox', sandboxOnly: true },
  },
  {
    path: '/admin/embed',
    layout: 'admin',
    load: async () => (await import('../features/embed-origins/embed-page.tsx')).EmbedPage,
    under: settingsPath,
    navigation: { group: 'settings', label: 'Embed the form', icon: 'code' },
  },
  {
    path: '/admin/privacy',
    layout: 'admin',
    load: async () => (await import('../features/privacy/privacy-page.tsx')).PrivacyPage,
    under: settingsPath,
    navigation: { group: 'settings', label: 'Privacy page', icon: 'shield' },
  },
  {
    path: '/admin/account',
    layout: 'admin',
    load: async () => (await import('../features/accounts/account-page.tsx')).AccountPage,
    under: settingsPath,
    navigation: { group: 'settings', label: 'Account', icon: 'key' },
  },
  {
    path: '/admin/activity',
    layout: 'admin',
    load: async () => (await import('../features/audit/activity-page.tsx')).ActivityPage,
    under: settingsPath,
    navigation: { group: 'settings', label: 'Activity', icon: 'clock', goKey: 'a' },
  },
  {
    path: '/admin/tech-specs',
    layout: 'admin',
    load: async () => (await import('../features/system/tech-specs-page.tsx')).TechSpecsPage,
    under: settingsPath,
    navigation: { group: 'settings', label: 'Technical specs', icon: 'specs' },
  },
];

/** Every path that leads to a page. */
export const pagePaths: readonly string[] = pages.map(({ path }) => path);
