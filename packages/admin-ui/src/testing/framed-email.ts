import { fireEvent, within } from '@testing-library/react';

/** The frame of an email, within the frame that has this title. jsdom loads no page: this plays the empty one. */
export function framedEmail(element: HTMLElement): HTMLIFrameElement {
  const { contentDocument: page, title } = element as HTMLIFrameElement;
  if (!page) throw new Error('The frame has no page.');
  const root = page.createElement('html');
  const body = root.appendChild(page.createElement('body'));
  page.replaceChildren(root);
  fireEvent.load(element);
  return within(body).getByTitle<HTMLIFrameElement>(title);
}
