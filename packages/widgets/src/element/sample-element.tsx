import type { ReactElement } from 'react';
import type { SampleOptions } from '../sample/options.ts';
import { atFirst, awaitTurn, followMotion, type Rotation } from '../sample/rotation.ts';
import { SampleView } from '../sample/sample-view.tsx';
import { sampleOptions } from './attributes.ts';
import { defineWidget, WidgetElement } from './widget-element.ts';

class SampleElement extends WidgetElement<SampleOptions> {
  #rotation = atFirst;
  #callOff: (() => void) | undefined;
  #unfollow: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unfollow = followMotion((playing) => this.#show({ ...this.#rotation, playing }));
  }

  /** Out of the page, no timer keeps it. */
  disconnectedCallback(): void {
    this.#callOff?.();
    this.#unfollow?.();
  }

  #show(rotation: Rotation) {
    this.#callOff?.();
    this.#rotation = rotation;
    this.draw();
    this.#callOff = awaitTurn(rotation, (next) => this.#show(next));
  }

  protected override view(options: SampleOptions): ReactElement {
    return <SampleView {...options} rotation={this.#rotation} onChange={(next) => this.#show(next)} />;
  }
}

defineWidget('wordrise-sample', sampleOptions, SampleElement);
