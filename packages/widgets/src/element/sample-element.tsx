import type { ReactElement } from 'react';
import type { SampleOptions } from '../sample/options.ts';
import { atFirst, awaitTurn, followMotion, type Rotation } from '../sample/rotation.ts';
import { SampleView } from '../sample/sample-view.tsx';
import { sampleOptions } from './attributes.ts';
import { defineWidget, WidgetElement } from './widget-element.ts';

class SampleElement extends WidgetElement<SampleOptions> {
  #rotation = atFirst;
  #cancelTurn: (() => void) | undefined;
  #stopFollowing: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopFollowing = followMotion((playing) => this.#show({ ...this.#rotation, playing }));
  }

  /** Leaves no timer running after the element is removed from the page. */
  disconnectedCallback(): void {
    this.#cancelTurn?.();
    this.#stopFollowing?.();
  }

  #show(rotation: Rotation) {
    this.#cancelTurn?.();
    this.#rotation = rotation;
    this.draw();
    this.#cancelTurn = awaitTurn(rotation, (next) => this.#show(next));
  }

  protected override view(options: SampleOptions): ReactElement {
    return <SampleView {...options} rotation={this.#rotation} onChange={(next) => this.#show(next)} />;
  }
}

defineWidget('wordrise-sample', sampleOptions, SampleElement);
