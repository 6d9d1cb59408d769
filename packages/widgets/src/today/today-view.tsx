import { line } from '../line.tsx';
import { safeAddress } from '../signup/options.ts';
import { defaultTodayTexts } from '../texts.ts';
import { root } from '../theme.css.ts';
import type { TodayOptions, TodaysWord } from './options.ts';
import './today.css.ts';

/** Draws the word of the day, or an empty frame until it is loaded. */
export function TodayView({ today, ...options }: TodayOptions) {
  const texts = { ...defaultTodayTexts, ...options.texts };
  const word = today?.word;
  return (
    <section
      className={root}
      part="root"
      data-theme={options.theme}
      lang={options.lang ?? 'en'}
      aria-label={texts.today}
      aria-busy={!today}
    >
      {line('today', texts.today)}
      {word && entry(word)}
      {today && !word && line('empty', texts.empty)}
      {today && (
        <p part="links" dir="auto">
          {word && link(word.url, texts.more)} {link(today.signupUrl, texts.signup)}
        </p>
      )}
    </section>
  );
}

function entry(word: TodaysWord) {
  const spoken = [word.phoneticPronunciation, word.respelling].filter(Boolean).join(' · ');
  return (
    <div>
      {line('word', word.word)}
      <p part="pronunciation" dir="auto">
        {spoken && `${spoken} · `}
        <span part="part-of-speech">{word.partOfSpeech}</span>
      </p>
      {line('definition', word.definition)}
      {line('example', word.example1)}
    </div>
  );
}

function link(address: string, text: string) {
  return (
    <a part="link" href={safeAddress(address)}>
      {text}
    </a>
  );
}
