import { listTimeZones, type SettingView } from '@wordrise/core/contract';
import { useId } from 'react';
import { Button } from '../../design/button.tsx';
import { Field, Select } from '../../design/field.tsx';
import * as styles from './settings.css.ts';

/** What was typed, by setting; `null` goes back to the default. */
export type Draft = Readonly<Record<string, string | null>>;

/** What a draft changes: secrets that were not typed and texts that are as before stay out. */
export function changesIn(settings: readonly SettingView[], draft: Draft): Record<string, string | null> {
  const changed = settings.flatMap(({ name, value, isSecret }): [string, string | null][] => {
    const typed = draft[name];
    if (typed === undefined) return [];
    const next = typed?.trim() || null;
    if (isSecret) return typed === '' ? [] : [[name, next]];
    return next === value ? [] : [[name, next]];
  });
  return Object.fromEntries(changed);
}

/** The settings that count with what was chosen above them: the keys of one bot check, and not those of the others. */
export function inForce(settings: readonly SettingView[], draft: Draft): SettingView[] {
  return settings.filter(({ onlyWith }) => {
    const other = settings.find(({ name }) => name === onlyWith?.name);
    if (!other) return true;
    const typed = draft[other.name];
    return ((typed === undefined ? other.value : typed) || other.fallback) === onlyWith?.value;
  });
}

interface SettingFieldProps {
  setting: SettingView;
  draft: Draft;
  onChange: (name: string, value: string | null) => void;
  errors: readonly string[] | undefined;
  /** In place of the setting's own help. */
  hint?: string | undefined;
  /** Whether its default does not do here. */
  isRequired?: boolean;
}

/** One setting, with the control that its kind needs. What the environment sets can be read, not changed. */
export function SettingField({ setting, draft, onChange, errors, hint, isRequired }: SettingFieldProps) {
  const { name, label, field, value, fallback, isSecret, variable } = setting;
  const zones = useId();
  const help = hint ?? setting.help ?? undefined;
  if (variable !== null) return <GivenField setting={setting} />;
  const typed = draft[name];
  const set = (next: string) => onChange(name, next);
  if (field === 'switch' || field === 'choice') {
    const choices =
      field === 'switch'
        ? [
            { value: 'on', label: 'On' },
            { value: 'off', label: 'Off' },
          ]
        : setting.choices;
    const usual = choices.find((choice) => choice.value === fallback)?.label ?? 'as usual';
    const options = Object.fromEntries([
      ['', `Default: ${field === 'switch' ? usual.toLowerCase() : usual}`],
      ...choices.map((choice) => [choice.value, choice.label]),
    ]);
    return (
      <Select
        label={label}
        name={name}
        hint={help}
        errors={errors}
        options={options}
        value={(typed === undefined ? value : typed) ?? ''}
        onChange={set}
      />
    );
  }
  if (isSecret) {
    return <SecretField setting={setting} draft={draft} onChange={onChange} errors={errors} help={help} />;
  }
  return (
    <>
      <Field
        label={label}
        name={name}
        hint={help}
        errors={errors}
        value={(typed === undefined ? value : typed) ?? ''}
        placeholder={fallback === null || isRequired ? undefined : `Default: ${fallback}`}
        inputMode={field === 'number' ? 'numeric' : field === 'url' ? 'url' : undefined}
        list={field === 'zone' ? zones : undefined}
        autoComplete="off"
        dir="auto"
        onChange={({ target }) => set(target.value)}
      />
      {field === 'zone' && (
        <datalist id={zones}>
          {listTimeZones().map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      )}
    </>
  );
}

interface SecretFieldProps extends Omit<SettingFieldProps, 'hint' | 'isRequired'> {
  help: string | undefined;
}

/** Its value is never shown: it can be replaced or removed. */
function SecretField({ setting, draft, onChange, errors, help }: SecretFieldProps) {
  const { name, label, source } = setting;
  const isStored = source === 'stored';
  const isRemoved = draft[name] === null;
  return (
    <div className={styles.secret}>
      <Field
        label={label}
        name={name}
        type="password"
        hint={help}
        errors={errors}
        value={draft[name] ?? ''}
        placeholder={isRemoved ? 'Removed when you save' : isStored ? 'Stored; type to replace it' : ''}
        autoComplete="new-password"
        onChange={({ target }) => onChange(name, target.value)}
      />
      {isStored && (
        <span>
          <Button size="small" variant="quiet" onClick={() => onChange(name, isRemoved ? '' : null)}>
            {isRemoved ? `Keep the ${label.toLowerCase()}` : `Remove the ${label.toLowerCase()}`}
          </Button>
        </span>
      )}
    </div>
  );
}

function GivenField({
  setting: { name, label, variable, value, isSecret, fallback },
}: {
  setting: SettingView;
}) {
  return (
    <Field
      label={label}
      name={name}
      readOnly
      className={styles.given}
      value={isSecret ? '••••••••' : (value ?? '')}
      placeholder={fallback ?? undefined}
      hint={`Set by ${variable}, in the environment or in .env. It can only be changed there.`}
    />
  );
}
