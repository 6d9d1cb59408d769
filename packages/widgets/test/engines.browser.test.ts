import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiStandIn, startApiStandIn } from './api-stand-in.ts';
import { ensureBuilt } from './built.ts';
import { type Engine, engines } from './engines.ts';
import { type Site, startSite } from './site.ts';

let site: Site;
let api: ApiStandIn;
beforeAll(async () => {
  await ensureBuilt();
  site = await startSite();
  api = await startApiStandIn({ widgetOrigins: [site.url] });
});
afterAll(async () => {
  await Promise.all([site.close(), api.close()]);
});

/** The form's element, in the page. */
declare const form: HTMLElement & { shadowRoot: ShadowRoot };

describe.each(engines)('in $name', ({ start }) => {
  if (!start) return test.skip('the form and the sample: the packages of .ci/run are not installed');

  let engine: Engine;
  beforeAll(async () => {
    engine = await start();
  });
  afterAll(() => engine?.close());

  const page = (body: string, style = '') =>
    `<style>${style}</style><script src="${api.url}/widgets.js"></script>${body}<script>var form = document.querySelector('wordrise-signup, wordrise-sample')</script>`;
  const signup = (attributes = '') => page(`<wordrise-signup ${attributes}></wordrise-signup>`);
  const text = (part: string) =>
    expect.poll(() =>
      engine.run(
        new Function(
          `return form.shadowRoot.querySelector('[part=${part}]')?.textContent ?? ''`,
        ) as () => string,
      ),
    );
  async function fillInAndSend() {
    await engine.run(() => {
      const { shadowRoot: root } = form;
      const [email, firstName] = root.querySelectorAll('input');
      if (email) email.value = 'ann@example.com';
      if (firstName) firstName.value = 'Ann';
      root.querySelector('button')?.click();
    });
  }

  test('the form first says what is missing, then signs up', async () => {
    await engine.open(site.page(signup()));
    await engine.run(() => form.shadowRoot.querySelector('button')?.click());
    await text('error').toBe('Please enter a valid email address');
    expect(await engine.run(() => form.shadowRoot.activeElement?.getAttribute('name'))).toBe('email');
    await fillInAndSend();
    await text('welcome-title').toBe('Welcome to Wordrise!');
    expect(api.bodies.at(-1)).toMatchObject({ email: 'ann@example.com', firstName: 'Ann' });
  });

  test('its fields line up, and its colors are the page’s', async () => {
    const texts = JSON.stringify({ firstName: 'The name by which we may greet you in all of our emails' });
    await engine.open(site.page(signup(`texts='${texts}'`)));
    const tops = () =>
      engine.run(() =>
        [...form.shadowRoot.querySelectorAll('input')]
          .slice(0, 2)
          .map((input) => input.getBoundingClientRect().top),
      );
    const [email, firstName] = await tops();
    expect(email).toBeGreaterThan(0);
    expect(firstName).toBe(email);
    const paper = () =>
      engine.run(
        () => getComputedStyle(form.shadowRoot.querySelector('[part=root]') as Element).backgroundColor,
      );
    expect(await paper()).toBe('rgb(255, 253, 249)');
    await engine.run(() => {
      document.documentElement.style.colorScheme = 'dark';
    });
    expect(await paper()).toBe('rgb(27, 34, 49)');
  });

  test('links to our page if it is not allowed', async () => {
    const stranger = await startSite();
    try {
      await engine.open(stranger.page(signup()));
      await fillInAndSend();
      await text('alert-text').toBe('This form does not work here yet. Sign up on our page');
      expect(api.refusedOrigins).toContain(stranger.url);
    } finally {
      await stranger.close();
    }
  });

  test('the sample shows another word on request', async () => {
    await engine.open(site.page(page('<wordrise-sample></wordrise-sample>')));
    const shown = () =>
      engine.run(
        () =>
          form.shadowRoot.querySelector('[part=sample]:not([aria-hidden]) [part=word]')?.textContent ?? '',
      );
    await expect.poll(shown).toBe('petrichor');
    await engine.run(() => form.shadowRoot.querySelector<HTMLElement>('[aria-label=halcyon]')?.click());
    await expect.poll(shown).toBe('halcyon');
  });
});
