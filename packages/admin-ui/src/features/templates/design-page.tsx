import { useQuery } from '@tanstack/react-query';
import {
  accentNotes,
  accentProblem,
  type Design,
  type DesignTextName,
  type DesignView,
  defaultAccent,
  defaultDesign,
  design as designSchema,
  designSections,
  designTextNames,
  designTexts,
  headerStyles,
  type LogoView,
  logoPath,
  sectionNames,
  typePairings,
} from '@wordrise/core/contract';
import { type Dispatch, useRef, useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { Button, IconButton } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { AlertDialog } from '../../design/dialog.tsx';
import { Field, TextArea } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { formFoot } from '../../design/layout.css.ts';
import { sitePath } from '../../design/site-path.ts';
import { Alert, Loading, Skeleton } from '../../design/states.tsx';
import { fieldErrorsOf, QueryError } from '../../kit/failure.tsx';
import { FileDrop } from '../../kit/file-drop.tsx';
import { Page, useProductName } from '../../kit/page.tsx';
import { keyOf, useApi } from '../../kit/queries.ts';
import { TestDialog } from '../../kit/test-dialog.tsx';
import { usePersistedState, useUnsavedWork } from '../../kit/unsaved-work.tsx';
import * as styles from './design.css.ts';
import { designPreviewQuery, designQuery, useSaveDesign, useUploadLogo } from './design.queries.ts';
import { DesignPreviewPane } from './design-preview.tsx';
import { TemplateTabs } from './template-tabs.tsx';

export function DesignPage() {
  const query = useQuery(designQuery(useApi()));
  return (
    <Page title="Design" note="One look for the email, the public pages, the signup form and shared links">
      <TemplateTabs />
      {query.isPending && (
        <Loading label="Loading the design">
          <div className={styles.page}>
            <Skeleton height="40rem" />
            <Skeleton height="40rem" />
          </div>
        </Loading>
      )}
      {query.error && query.data === undefined && (
        <QueryError title="The design could not be fetched" query={query}>
          Emails go out in the saved design.
        </QueryError>
      )}
      {query.data && <DesignEditor stored={query.data} />}
    </Page>
  );
}

type Change = Dispatch<Partial<Design>>;

interface PartProps {
  design: Design;
  change: Change;
  errors: Partial<Record<keyof Design, string[]>>;
}

const draftSchema = z.object({ design: z.custom<Design>(), replaces: z.custom<Design>() });

function DesignEditor({ stored }: { stored: DesignView }) {
  const [draft, setDraft] = usePersistedState('design', draftSchema);
  const design = { ...stored.design, ...draft?.design };
  const isDirty = !isSame(design, stored.design);
  const [isTesting, setTesting] = useState(false);
  const [isTakingOver, setTakingOver] = useState(false);
  const latest = useRef(design);
  latest.current = design;
  const save = useSaveDesign((saved, sent) => {
    // What was changed while it was being saved is kept.
    const now = designSchema.safeParse(latest.current).data ?? latest.current;
    setDraft(isSame(now, sent) ? undefined : { design: latest.current, replaces: saved });
    setTakingOver(false);
  });
  const checked = designSchema.safeParse(design);
  const errors: PartProps['errors'] = checked.error
    ? z.flattenError(checked.error).fieldErrors
    : refusedFields(save.error);
  const unsaved = useUnsavedWork({
    isUnsaved: isDirty,
    description: 'Your changes to the design will be lost. Emails and pages keep the saved one.',
    onDiscard: () => setDraft(undefined),
  });
  const change: Change = (more) => {
    const next = { ...design, ...more };
    const replaces = draft?.replaces ?? stored.design;
    setDraft(isSame(next, stored.design) ? undefined : { design: next, replaces });
  };
  function store(replacesHtml: boolean) {
    if (checked.data && !save.isPending)
      save.mutate({ design: checked.data, replaces: draft?.replaces ?? stored.design, replacesHtml });
  }
  const parts = { design, change, errors };

  return (
    <>
      {stored.isOwnHtml && (
        <div className={styles.notices}>
          <Alert tone="info" title="The email’s HTML is your own">
            The design applies to the public pages, the signup form, shared links, and the date’s language.
            The email keeps <Link to="/admin/templates">your HTML</Link>.{' '}
            <Button size="small" onClick={() => setTakingOver(true)}>
              Use the design for the email too
            </Button>
          </Alert>
        </div>
      )}
      <div className={styles.page}>
        <DesignPreviewPane design={checked.data} />
        <form
          noValidate
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (isDirty) store(false);
          }}
        >
          <BrandCard {...parts} stored={stored} />
          <LookCard {...parts} />
          <EmailCard {...parts} />
          <LandingCard {...parts} />
          <div className={formFoot}>
            <Button
              type="submit"
              variant="primary"
              disabled={!isDirty || checked.error !== undefined}
              busy={save.isPending && !isTakingOver}
              busyLabel={save.progress ?? 'Saving...'}
            >
              Save Changes
            </Button>
            <Button icon="mail" disabled={checked.error !== undefined} onClick={() => setTesting(true)}>
              Send a test
            </Button>
            {isDirty ? (
              <Button variant="quiet" onClick={unsaved.discard}>
                Discard changes
              </Button>
            ) : (
              !isSame(design, defaultDesign) && (
                <Button variant="quiet" onClick={() => change(defaultDesign)}>
                  Back to the built-in look
                </Button>
              )
            )}
            <p role="status" className={styles.note}>
              {isDirty && ['Unsaved changes', checked.error?.issues[0]?.message].filter(Boolean).join('. ')}
            </p>
          </div>
        </form>
      </div>
      {isTesting && checked.data && <DesignTest design={checked.data} onClose={() => setTesting(false)} />}
      <AlertDialog
        open={isTakingOver}
        onOpenChange={setTakingOver}
        title="Use the design for the email too?"
        description="The email’s HTML is made from the design from now on. Yours stays in the list of versions, so you can go back to it."
        confirmLabel="Use the design"
        busyLabel={save.progress ?? 'Saving...'}
        tone="primary"
        busy={save.isPending}
        onConfirm={() => store(true)}
      />
      {unsaved.dialog}
    </>
  );
}

function isSame(a: Design, b: Design): boolean {
  return (Object.keys(defaultDesign) as (keyof Design)[]).every(
    (name) => JSON.stringify(a[name]) === JSON.stringify(b[name]),
  );
}

/** What the server refused. */
function refusedFields(error: unknown): PartProps['errors'] {
  const { logo } = fieldErrorsOf(error);
  return logo ? { logo } : {};
}

function DesignTest({ design, onClose }: { design: Design; onClose: () => void }) {
  const { data } = useQuery(designPreviewQuery(useApi(), { design, page: 'email' }));
  if (!data?.template) return null;
  return (
    <TestDialog
      content="One email in this design"
      template={data.template}
      wordId={undefined}
      onClose={onClose}
    />
  );
}

/** Other than ours: a few that suit the page. */
const swatches = [
  [defaultAccent, 'Sunrise'],
  ['#9b1d43', 'Cherry'],
  ['#6b3fa0', 'Violet'],
  ['#1f4f8d', 'Blue'],
  ['#0f6b6b', 'Teal'],
  ['#2b6b35', 'Green'],
  ['#8a6100', 'Ochre'],
  ['#3a4254', 'Slate'],
] as const;

function BrandCard({ design, change, errors, stored }: PartProps & { stored: DesignView }) {
  const upload = useUploadLogo((logo) => change({ logo }));
  const { data: uploaded } = useQuery<LogoView>({
    queryKey: [...keyOf('uploadLogo'), design.logo],
    enabled: false,
  });
  const logo = stored.logo?.key === design.logo ? stored.logo : uploaded;
  const productName = useProductName();
  const accent = design.accent ?? defaultAccent;
  const isColor = /^#[0-9a-f]{6}$/i.test(accent);
  const set = (color: string) => {
    const next = color.trim().toLowerCase();
    change({ accent: next === defaultAccent || next === '' ? null : next });
  };
  return (
    <Card title="Logo and color">
      <div className={styles.fields}>
        {design.logo !== null && (
          <div className={styles.logo}>
            {[false, true].map((isNight) => (
              <span key={String(isNight)} className={styles.plate} data-night={isNight || undefined}>
                <img
                  className={styles.logoImage}
                  src={sitePath + logoPath(design.logo ?? '')}
                  alt={isNight ? '' : design.logoAlt || productName}
                  width={logo?.width}
                  height={logo?.height}
                  data-ground={logo?.ground}
                />
              </span>
            ))}
            <Button size="small" onClick={() => change({ logo: null })}>
              Remove the logo
            </Button>
          </div>
        )}
        <FileDrop
          file={undefined}
          title={design.logo === null ? 'Choose a logo' : 'Choose another logo'}
          label="Logo"
          accept="image/png,image/jpeg,image/svg+xml"
          disabled={upload.isPending}
          onChoose={(file) => upload.mutate(file)}
        />
        <p className={styles.note}>
          PNG, JPEG or SVG, up to 2 MB. It stands where “{productName}” does, at most 240 × 56 pixels.
        </p>
        {errors.logo && <p className={styles.error}>{errors.logo[0]}</p>}
        {design.logo !== null && (
          <Field
            label="Text for readers who see no pictures"
            name="logoAlt"
            placeholder={productName}
            value={design.logoAlt}
            errors={errors.logoAlt}
            onChange={({ target }) => change({ logoAlt: target.value })}
          />
        )}
        <div className={styles.colorRow}>
          <input
            type="color"
            className={styles.well}
            aria-label="Pick the color"
            value={isColor ? accent.toLowerCase() : defaultAccent}
            onChange={({ target }) => set(target.value)}
          />
          <Field
            label="Color"
            name="accent"
            value={accent}
            errors={errors.accent}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => set(target.value)}
          />
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend to look right */}
        <div className={styles.swatches} role="group" aria-label="Colors to choose from">
          {swatches.map(([color, name]) => (
            <button
              key={color}
              type="button"
              className={styles.swatch}
              style={{ background: color }}
              aria-label={name}
              aria-pressed={accent === color}
              onClick={() => set(color)}
            />
          ))}
        </div>
        {isColor && !accentProblem(accent) && (
          <ul className={styles.samples}>
            {accentNotes(design.accent).map(({ text, color, on }) => (
              <li key={text} className={styles.sample}>
                <span className={styles.sampleText} style={{ color, background: on }} aria-hidden="true">
                  Aa
                </span>
                {text}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function LookCard({ design, change }: PartProps) {
  return (
    <Card title="Type and header">
      <div className={styles.fields}>
        <fieldset className={styles.options}>
          <legend className={styles.legend}>Type</legend>
          {keysOf(typePairings).map((name) => {
            const { label, serif, sans } = typePairings[name];
            const [title, fonts] = label.split(': ');
            return (
              <label key={name} className={styles.option}>
                <input
                  type="radio"
                  name="type"
                  checked={design.type === name}
                  onChange={() => change({ type: name })}
                />
                <span className={styles.optionName}>
                  <span className={styles.optionWord} style={{ fontFamily: serif }}>
                    {title}
                  </span>
                  <span className={styles.note} style={{ fontFamily: sans }}>
                    {fonts}
                  </span>
                </span>
              </label>
            );
          })}
        </fieldset>
        <fieldset className={styles.options}>
          <legend className={styles.legend}>Header</legend>
          {keysOf(headerStyles).map((name) => (
            <label key={name} className={styles.option}>
              <input
                type="radio"
                name="header"
                checked={design.header === name}
                onChange={() => change({ header: name })}
              />
              {headerStyles[name]}
            </label>
          ))}
        </fieldset>
      </div>
    </Card>
  );
}

const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];

function EmailCard(props: PartProps) {
  const { design, change, errors } = props;
  return (
    <Card title="Email" note="What stands below the word and its definition">
      <div className={styles.fields}>
        <Sections design={design} change={change} />
        <Texts {...props} group="email" />
        <Field
          label="Language of the fixed texts"
          name="language"
          value={design.language}
          errors={errors.language}
          hint="A code such as en, de or pt-BR. Screen readers and the date follow it; translate the texts below yourself. Everything else stays in English: the signup form, the pages for readers, the email that confirms a signup, and the line about words to remember."
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => change({ language: target.value })}
        />
        <details>
          <summary className={styles.summary}>Fixed texts</summary>
          <div className={styles.more}>
            <Texts {...props} group="labels" />
          </div>
        </details>
      </div>
    </Card>
  );
}

/** The shown ones first, in their order. */
function Sections({ design: { sections, theme }, change }: Pick<PartProps, 'design' | 'change'>) {
  const hidden = sectionNames.filter((name) => !sections.includes(name));
  const move = (from: number, to: number) => {
    const next = [...sections];
    next.splice(to, 0, ...next.splice(from, 1));
    change({ sections: next });
  };
  return (
    <ul className={styles.sections} aria-label="Sections of the email">
      <li className={styles.section}>
        <label className={styles.sectionName}>
          <input type="checkbox" checked={theme} onChange={() => change({ theme: !theme })} />
          Theme week, above the word
        </label>
      </li>
      {[...sections, ...hidden].map((name, at) => {
        const isShown = at < sections.length;
        const title = designSections[name];
        return (
          <li key={name} className={styles.section}>
            <label className={styles.sectionName}>
              <input
                type="checkbox"
                checked={isShown}
                onChange={() =>
                  change({
                    sections: isShown ? sections.filter((other) => other !== name) : [...sections, name],
                  })
                }
              />
              {title}
            </label>
            {isShown && (
              <>
                <IconButton
                  icon="arrow-up"
                  label={`Move “${title}” up`}
                  size="small"
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                />
                <IconButton
                  icon="arrow-down"
                  label={`Move “${title}” down`}
                  size="small"
                  disabled={at === sections.length - 1}
                  onClick={() => move(at, at + 1)}
                />
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function LandingCard(props: PartProps) {
  const { design, change } = props;
  const { benefits } = design;
  const productName = useProductName();
  return (
    <Card title="Landing page" note="Empty fields show the built-in text">
      <div className={styles.fields}>
        <Texts {...props} group="landing" />
        <label className={styles.sectionName}>
          <input type="checkbox" checked={benefits} onChange={() => change({ benefits: !benefits })} />
          “Why {productName}?” with its four reasons
        </label>
        <a className={styles.outside} href={`${sitePath}/`} target="_blank" rel="noreferrer">
          Open the landing page <Icon name="external" size={16} />
        </a>
      </div>
    </Card>
  );
}

type TextGroup = (typeof designTexts)[DesignTextName]['group'];

function Texts({ design, change, errors, group }: PartProps & { group: TextGroup }) {
  const productName = useProductName();
  return designTextNames
    .filter((name) => designTexts[name].group === group)
    .map((name) => {
      const text = designTexts[name];
      const common = {
        label: text.label,
        name,
        value: design[name],
        placeholder: text.builtIn.replace('{product}', productName),
        errors: errors[name],
        // It is below the reasons: the form has a button of its own.
        disabled: name === 'button' && !design.benefits,
        dir: 'auto' as const,
      };
      return 'multiline' in text ? (
        <TextArea
          key={name}
          {...common}
          optional
          onChange={({ target }) => change({ [name]: target.value })}
        />
      ) : (
        <Field key={name} {...common} onChange={({ target }) => change({ [name]: target.value })} />
      );
    });
}
