import '../landing/landing-fonts.css';
import '../design/tokens.css.ts';
import '../design/global.css.ts';
import './archive.css.ts';
import { sitePath } from '../design/site-path.ts';

const events = ['focusin', 'pointerenter', 'touchstart'];
const form = document.querySelector('wordrise-signup');

/** Loads the signup form's script on first use: most visitors of a word's page only read. */
function load() {
  for (const event of events) form?.removeEventListener(event, load);
  const script = document.createElement('script');
  script.src = `${sitePath}/widgets.js`;
  document.head.append(script);
}

for (const event of events) form?.addEventListener(event, load, { passive: true });

let audio: HTMLAudioElement | undefined;

/** A recording plays on the page. Without a script, or if the browser cannot play it here, its file opens. */
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-hear]')) {
  link.addEventListener('click', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    audio?.pause();
    const playing = new Audio(link.href);
    audio = playing;
    link.dataset.playing = '';
    const done = () => delete link.dataset.playing;
    playing.addEventListener('ended', done);
    playing.addEventListener('pause', done);
    playing.play().catch(() => {
      // Another recording was started before this one played.
      if (audio === playing) location.assign(link.href);
    });
  });
}

const button = document.querySelector<HTMLButtonElement>('button[data-say]');

/** The browser's voice, in English; some browsers list their voices late, and some have none. */
function offerVoice() {
  const voices = speechSynthesis.getVoices();
  const voice =
    voices.find(({ lang }) => /^en[-_]US/.test(lang)) ?? voices.find(({ lang }) => /^en\b/.test(lang));
  if (!button || !voice) return;
  button.disabled = false;
  delete button.dataset.silent;
  button.onclick = () => {
    const spoken = new SpeechSynthesisUtterance(button.dataset.say);
    spoken.voice = voice;
    spoken.lang = voice.lang;
    spoken.rate = 0.9;
    speechSynthesis.cancel();
    speechSynthesis.speak(spoken);
  };
}

if (button && 'speechSynthesis' in window) {
  speechSynthesis.addEventListener('voiceschanged', offerVoice);
  offerVoice();
}

// Long enough for most browsers to list their voices.
if (button?.disabled) setTimeout(() => button.toggleAttribute('data-silent', button.disabled), 1000);

const share = document.querySelector<HTMLButtonElement>('button[data-share]');
const { clipboard } = navigator;
const canShare = 'share' in navigator;

/** Opens the device's own choice of apps, or copies the address where a browser has none. */
async function shareAddress(button: HTMLButtonElement, url = '') {
  const said = button.nextElementSibling as HTMLElement;
  try {
    if (canShare) await navigator.share({ title: document.title, url });
    else {
      await clipboard.writeText(url);
      said.textContent = 'Copied.';
    }
  } catch (error) {
    // The choice was closed.
    if ((error as Error).name !== 'AbortError') said.textContent = 'Please copy the address.';
  }
}

// Pages that are not served over HTTPS have neither.
if (share && (canShare || clipboard)) {
  share.disabled = false;
  if (!canShare) share.textContent = 'Copy link';
  share.onclick = () => shareAddress(share, share.dataset.share);
}
