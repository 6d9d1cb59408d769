import { defaultProductName } from '@wordrise/core/constants';
import type { SyntheticEvent } from 'react';
import { line } from '../line.tsx';
import { root } from '../theme.css.ts';
import type { SampleOptions } from './options.ts';
import { isTurning, type Rotation } from './rotation.ts';
import './sample.css.ts';
import { defaultSamples, defaultSampleTexts } from '../texts.ts';

interface SampleViewProps extends SampleOptions {
  rotation: Rotation;
  onChange?: (rotation: Rotation) => void;
}

/** Shows one of the samples. It uses no hooks, so that a server can render it and Preact's core can draw it. */
export function SampleView(props: SampleViewProps) {
  const { rotation } = props;
  // Frameworks pass null for a missing value.
  const samples = props.samples ?? defaultSamples;
  const texts = { ...defaultSampleTexts, ...props.texts };
  const shown = rotation.index % samples.length;
  const change = (changed: Partial<Rotation>) => props.onChange?.({ ...rotation, ...changed });
  const hold = (event: SyntheticEvent) => {
    const held = event.currentTarget.matches(':hover, :focus-within');
    if (held !== rotation.held) change({ held });
  };
  return (
    <section
      className={root}
      part="root"
      data-theme={props.theme}
      lang={props.lang ?? 'en'}
      aria-label={texts.label}
      onPointerEnter={hold}
      onPointerLeave={hold}
      onFocusCapture={hold}
      onBlurCapture={hold}
    >
      <div part="stage" aria-live={isTurning(rotation) ? 'off' : 'polite'}>
        {samples.map((sample, place) => (
          <article key={sample.word} part="sample" aria-hidden={place !== shown || undefined}>
            {line('subject', `${props.productName ?? defaultProductName}: ${sample.word}`)}
            {line('word', sample.word)}
            <p part="pronunciation" dir="auto">
              {`${sample.phoneticPronunciation} · `}
              <span part="part-of-speech">{sample.partOfSpeech}</span>
            </p>
            {line('definition', sample.definition)}
            {line('example', sample.example1)}
            <p part="tip" dir="auto">
              <span part="tip-label">{texts.tip}</span>
              {` ${sample.conversationTip}`}
            </p>
          </article>
        ))}
      </div>
      <div part="controls">
        <button
          type="button"
          part="control"
          // A visitor who presses Play has the focus on the button and still wants it to play.
          onClick={() => change({ playing: !rotation.playing, held: false })}
        >
          {rotation.playing ? texts.pause : texts.play}
        </button>
        {samples.map((sample, place) => (
          <button
            key={sample.word}
            type="button"
            part="control"
            aria-label={sample.word}
            aria-current={place === shown || undefined}
            onClick={() => change({ index: place })}
          >
            {place === shown ? '●' : '○'}
          </button>
        ))}
      </div>
    </section>
  );
}
