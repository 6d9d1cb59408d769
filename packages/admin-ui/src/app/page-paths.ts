/** Every page of the app. The server answers other paths with the same HTML, but with status 404. */
export const pagePaths: readonly string[] = [
  '/login',
  '/admin-setup',
  '/admin',
  '/admin/words',
  '/admin/schedule',
  '/admin/templates',
  '/admin/templates/preview',
  '/admin/tech-specs',
  '/admin/outbox',
  '/admin/embed',
];
