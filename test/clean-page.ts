import { configure } from '@testing-library/dom';

// All test files in one worker share a window: each starts with an empty page.
document.head.replaceChildren();
document.body.replaceChildren();
localStorage.clear();
sessionStorage.clear();
history.replaceState(null, '', '/');

// jsdom lacks this; it acts as a narrow screen.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });

// Nothing takes this long unless it hangs.
configure({ asyncUtilTimeout: 120_000 });
