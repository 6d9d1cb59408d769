import { type SuppressionReason, suppressedStatuses, suppressionReasons } from '../contract/choices.ts';
import type { ReaderPreferences } from '../contract/preferences.ts';
import { type ColumnUse, columnUses } from '../contract/reader-imports.ts';
import { oneLine } from '../contract/text.ts';
import { parseInstant } from '../platform/calendar.ts';
import { bare, type Columns, refusedColumns, unusable } from '../platform/import-files/rows.ts';
import { personInCell } from './pasted-list.ts';

/** What a file says about a person: the strongest statement of the row comes last. */
const fileStates = ['subscribed', 'unconfirmed', 'unsubscribed', 'bounced', 'complained'] as const;
export type FileState = (typeof fileStates)[number];

/** One row of the file, as far as it could be understood without checking the address. */
export interface FileRow {
  email: string;
  firstName: string;
  favoriteWord: string;
  source: string;
  campaign: string;
  consent: string;
  reason: string;
  /** As written; empty if there is none. */
  signedUpAt: string;
  confirmedAt: string;
  consentAt: string;
  /** As written; empty for what the file does not say. */
  preferences: Record<keyof ReaderPreferences, string>;
  state: FileState;
  /** Whether a column says that the person is on the list, not just that nobody says otherwise. */
  isExplicit: boolean;
  leftAt: Date | undefined;
}

/** The hash of a removed reader's address, or a key of such hashes, from our own export. */
export interface FileSuppression {
  suppression: 'key' | 'hash';
  value: string;
  reason: SuppressionReason;
  since: Date | undefined;
}

/** Answers of the owner to what a file leaves open. */
export interface ColumnAnswers {
  /** Columns that say who is still on the list. */
  statusColumns?: readonly string[] | undefined;
  /** Columns that say nothing about that. */
  ignoreColumns?: readonly string[] | undefined;
  /** What these columns contain for people on the list. Anything else means that someone left. */
  subscribedValues?: readonly string[] | undefined;
  /** What columns are used for, by their names, in place of what their names suggest. */
  uses?: Readonly<Record<string, ColumnUse>> | undefined;
}

/** Which columns of the file were used. */
export interface UsedColumns extends Partial<Record<Exclude<ColumnUse, 'status' | 'none'>, string>> {
  /** Whether the column `firstName` has whole names, of which the part before the first space is taken. */
  firstNameIsPart?: true;
  /** Further columns for the same thing, in the order in which they count where the ones before are empty. */
  fallbacks?: Partial<Record<ColumnUse, string[]>>;
  /** The others that are not empty. */
  unused: string[];
  /** All that say who is still on the list. */
  state: string[];
}

/** A column that seems to say who is still on the list, in a way that is not known here. */
export class UnclearColumn extends Error {
  readonly column: string;
  /** Some of its values. */
  values: string[];

  constructor(column: string, value?: string) {
    super(`The column “${column}” is not clear.`);
    this.column = column;
    this.values = value ? [value] : [];
  }
}

/** Names of columns, as `bare` writes them. */
const list = (names: string) => names.trim().split(/\s+/).map(bare);

/** Columns with the whole name of a person, unless the file has a column for the last name. */
const fullNames = list(`
  name fullname displayname nombre nombrecompleto nome nomecompleto naam namn navn nimi isim имя
  vollername nomcomplet nomecognome imięinazwisko 姓名
`);
const lastNames = list(`
  lastname lname surname familyname nachname familienname nom nomdefamille apellido apellidos cognome
  sobrenome apelido achternaam efternamn efternavn etternavn sukunimi nazwisko příjmení soyad soyadı
  фамилия 姓
`);

/** The names of each field, best first: "Email Address" beats the postal "Address". */
const fieldNames = {
  email: list(`
    email emailaddress subscriberemail contactemail emailadresse adresseemail adressemail courriel
    correoelectrónico direccióndecorreoelectrónico correo indirizzoemail postaelettronica
    endereçodeemail emailadres epostadress epostadresse epost adresemail eposta sähköposti
    электроннаяпочта メールアドレス 电子邮件 电子邮箱 邮箱 mail subscriber address
  `),
  firstName: [
    ...list(`
      firstname givenname forename fname first vorname rufname prénom primernombre primeironome
      voornaam förnamn fornavn etunimi imię jméno keresztnév prenume 名
    `),
    ...fullNames,
  ],
  favoriteWord: ['favoriteword'],
  source: ['source', 'origin', 'list', 'signupsource', 'acquisitionsource'],
  campaign: ['campaign', 'utmcampaign'],
  consent: ['consent'],
  // A confirmed signup is a better proof of consent than the form alone, and both beat the day a record was made.
  signedUpAt: list(`
    signedupat signedup subscribedat subscriptiondate datesubscribed confirmtime optedinat optintime
    createdat creationdate created joined joinedat dateadded addedtime datecreated dateregistered
    registrationdate date
  `),
  confirmedAt: ['confirmedat'],
  consentAt: ['consentat'],
  timezone: ['timezone', 'tz'],
  sendTime: ['sendtime'],
  weekdays: ['weekdays'],
  pausedUntil: ['pauseduntil'],
  cadence: ['cadence'],
  digestDay: ['digestday'],
  // In Mailchimp's files, the second one has what the person wrote.
  reason: ['reason', 'unsubreasonother', 'unsubreason', 'unsubscribereason', 'undeliverabilityreason'],
  suppression: ['suppression'],
};
type FieldName = keyof typeof fieldNames;

/** Columns that contain a word such as `active`. The later ones count only in a file without an earlier one. */
const statusNames = list(`
  status subscriptionstatus subscriptionstate subscriberstatus subscriberstate subscribertype
  emailstatus memberstatus contactstatus mailingstatus liststatus
`);
const weakStatusNames = ['state', 'type'];

const words: Record<FileState, string[]> = {
  subscribed: list(`
    subscribed active enabled confirmed optedin optin regular premium trialed unpaid gifted
    churning pastdue
  `),
  unconfirmed: list(`
    unconfirmed notconfirmed unverified pending validating unactivated awaiting pendingconfirmation
    needsattention
  `),
  unsubscribed: list(`
    unsubscribed unsubscribe unsub notsubscribed nonsubscribed optedout optout disabled inactive
    canceled canceled removed deleted archived left former blocklisted blacklisted blocked banned
    suppressed donotcontact donotemail spammy disposable
  `),
  bounced: list(`
    bounced bounce hardbounce hardbounced cleaned undeliverable unreachable invalid malformed held
  `),
  complained: [
    'complained',
    'complaint',
    'complaints',
    'spam',
    'spamcomplaint',
    'markedasspam',
    'junk',
    'abuse',
  ],
};

const yes = ['true', 'yes', 'y', '1', 't', 'on'];
const no = ['false', 'no', 'n', '0', 'f', 'off'];

/** Columns that contain yes or no: whom a `yes` keeps on the list, and what a `yes` means otherwise. */
const yesMeansSubscribed = list(`
  subscribed issubscribed subscribedtoemails subscribedtonewsletter active isactive enabled isenabled
  optin optedin emailoptin emailconsent marketingconsent emailmarketingconsent acceptsmarketing
  acceptsemailmarketing
`);
const yesMeans: Record<Exclude<FileState, 'subscribed'>, string[]> = {
  unconfirmed: ['unconfirmed', 'isunconfirmed'],
  unsubscribed: list(`
    unsubscribed isunsubscribed optout optedout emailoptout hasoptedoutofemail emaildisabled disabled
    isdisabled blocked isblocked suppressed issuppressed blacklisted isblacklisted emailblacklisted
    blocklisted isblocklisted emailblocklisted donotemail donotcontact deleted isdeleted inactive
    isinactive
  `),
  bounced: ['bounced', 'isbounced', 'hardbounce', 'hardbounced', 'undeliverable', 'cleaned', 'invalid'],
  complained: ['complained', 'complaint', 'spam', 'isspam', 'markedasspam', 'spamcomplaint'],
};
const noMeansUnconfirmed = ['confirmed', 'isconfirmed', 'verified', 'emailverified', 'emailconfirmed'];

/** Columns with the time at which someone left; empty for everybody else. */
const leavingTimes: Partial<Record<FileState, string[]>> = {
  unsubscribed: list(`
    leftat unsubtime unsubscribedat unsubscribedon unsubscribedate unsubscribetime unsubscriptiondate
    dateunsubscribed optouttime optoutdate optedoutat cancelledat canceledat deletedat removedat
    blockedat blocklistedat suppressedat disabledat
  `),
  bounced: ['cleantime', 'cleanedat', 'bouncedat', 'bouncedate', 'bouncetime', 'undeliverabilitydate'],
  complained: ['complainedat', 'complaintdate', 'complainttime'],
};

/** Columns of well-known exports whose names or values could be mistaken for a state, and the course of our own. */
const otherNames = list(`
  id uuid externalid attributes data metadata note notes tag tags labels group groups
  company title city country line error tier tiers subscriptiontier plan expiry complimentaryplan
  firstpaymentat unsubcampaigntitle unsubcampaignid cleancampaigntitle
  cleancampaignid confirmip optinip churndate upgradedate lastbouncedate lastbouncereason lastactive
  updatedat lastchanged doubleoptin smsblacklisted birthday preferdigests lesson lessonday wordstoremember
`);

const stateLike =
  /subscri|unsub|optin|optout|opted|bounc|block|blacklist|suppress|complain|spam|cancel|disabled|enabled|delet|remov|active|status|state$|undeliver|confirm|consent|permission|donot|clean|abonn|abgemeldet|sinscri|suscri/;
/** The day of a signup, its form and its number cannot say that someone left. */
const aboutSignup = /date|time|id$|ip$|source$|form$|plan$|tier$|count$/;

function looksLikeState(name: string): boolean {
  if (name.startsWith('lastactive')) return false;
  const isAboutSignup = name.includes('subscri') && !name.includes('unsub') && aboutSignup.test(name);
  return stateLike.test(name) && !isAboutSignup;
}

type Role =
  | { kind: 'field'; field: FieldName; rank: number }
  | { kind: 'status'; strength: 'strong' | 'weak' | 'asked' }
  | { kind: 'yesNo'; yes: FileState; no: FileState }
  | { kind: 'leaving'; state: FileState }
  | { kind: 'unclear' | 'ignored' | 'unknown' };

const roles = new Map<string, Role>([
  ...[...otherNames, ...lastNames].map((name) => [name, { kind: 'ignored' }] as const),
  ...Object.entries(fieldNames).flatMap(([field, names]) =>
    names.map((name, rank) => [name, { kind: 'field', field: field as FieldName, rank }] as const),
  ),
  ...statusNames.map((name) => [name, { kind: 'status', strength: 'strong' }] as const),
  ...weakStatusNames.map((name) => [name, { kind: 'status', strength: 'weak' }] as const),
  ...yesMeansSubscribed.map(
    (name) => [name, { kind: 'yesNo', yes: 'subscribed', no: 'unsubscribed' }] as const,
  ),
  ...noMeansUnconfirmed.map(
    (name) => [name, { kind: 'yesNo', yes: 'subscribed', no: 'unconfirmed' }] as const,
  ),
  ...entriesOf(yesMeans).map(
    ([state, name]) => [name, { kind: 'yesNo', yes: state, no: 'subscribed' }] as const,
  ),
  ...entriesOf(leavingTimes).map(([state, name]) => [name, { kind: 'leaving', state }] as const),
]);
const stateOfWord = new Map(entriesOf(words).map(([state, word]) => [word, state]));

function entriesOf(lists: Partial<Record<FileState, string[]>>): [FileState, string][] {
  return Object.entries(lists).flatMap(([state, names]) =>
    names.map((name): [FileState, string] => [state as FileState, name]),
  );
}

function roleOf(name: string): Role {
  const known = roles.get(bare(name));
  if (known) return known;
  return { kind: looksLikeState(bare(name)) ? 'unclear' : 'unknown' };
}

/** Of columns that the owner chose for a field: they alone count, those with another name first. */
const askedRank = -1000;

/** The role of a column that is used as the owner says. */
function asked(use: ColumnUse, known: Role): Role {
  if (use === 'none') return { kind: 'ignored' };
  if (use !== 'status') {
    const isSame = known.kind === 'field' && known.field === use;
    return { kind: 'field', field: use, rank: isSame ? askedRank + 1 + known.rank : askedRank };
  }
  const saysItAlready = known.kind === 'status' || known.kind === 'yesNo' || known.kind === 'leaving';
  return saysItAlready ? known : { kind: 'status', strength: 'asked' };
}

/** States of our own export: these people are to be put on the list, or were refused by the email provider there. */
const ownWords = ['waiting', 'refused'];
const ownColumns = ['favoriteword', 'createdat', 'status', 'reason'];

/** Where the columns of one file, or the keys of one JSON line, are read. */
interface Plan {
  fields: Record<FieldName, string[]>;
  states: { column: string; role: Exclude<Role, { kind: 'field' }> }[];
  /** Columns with whole names, of which the first part is taken. */
  fullNames: Set<string>;
  /** Columns that say nothing here, so far without a value. */
  unused: Set<string>;
  /** Unknown columns: a word such as `unsubscribed` in one of them is a question. */
  unknown: string[];
  /** Whether the file was written by our own export. */
  isOurs: boolean;
}

/** Reads the columns of a file. They are chosen by their names; which services write them is in `import.fixtures`. */
export class ReaderColumns implements Columns<string> {
  readonly first = 'email';
  readonly keepsAll = true;
  /** The columns of a CSV file; the keys of JSON lines so far. */
  readonly names: string[] = [];
  readonly #plans = new Map<string, Plan>();
  readonly #unused = new Set<string>();
  readonly #answers: Record<'status' | 'ignore', Set<string>>;
  readonly #uses: Map<string, ColumnUse>;
  readonly #subscribedValues: Set<string>;
  readonly #timezone: string;

  /** @param timezone The time zone of times without an offset; an IANA name. */
  constructor(
    { statusColumns, ignoreColumns, subscribedValues, uses = {} }: ColumnAnswers,
    timezone: string,
  ) {
    const set = (values: readonly string[] = []) => new Set(values.map(bare));
    this.#uses = new Map(Object.entries(uses).map(([name, use]) => [bare(name), use]));
    this.#answers = { status: set(statusColumns), ignore: set(ignoreColumns) };
    this.#subscribedValues = set(subscribedValues);
    this.#timezone = timezone;
  }

  readonly fieldNamed = (name: string): string | undefined =>
    this.#roleOf(name).kind === 'unknown' ? undefined : name;

  /** @throws DomainError `import.unreadable` without a column for the address, or with the same name twice */
  readHeader(names: readonly string[]): (string | undefined)[] {
    const seen = new Set<string>();
    const fields = names.map((name) => {
      const isTwice = seen.has(bare(name));
      seen.add(bare(name));
      const { kind } = this.#roleOf(name);
      if (isTwice && kind !== 'unknown' && kind !== 'ignored') {
        throw unusable(`The header row names the column “${name}” more than once. Keep one of them.`);
      }
      return name === '' || isTwice ? undefined : name;
    });
    const used = fields.filter((name) => name !== undefined);
    this.#planOf(used);
    if (this.used().email === undefined) {
      throw unusable('The first row must name the columns, and one of them must be: email.');
    }
    return fields;
  }

  used(): UsedColumns {
    const used: UsedColumns = { state: [], unused: [...this.#unused] };
    for (const { fields, states, fullNames } of this.#plans.values()) {
      for (const use of columnUses) {
        if (use === 'status' || use === 'none') continue;
        const [column, ...others] = fields[use];
        if (column === undefined) continue;
        used[use] ??= column;
        if (others.length > 0) used.fallbacks = { [use]: others, ...used.fallbacks };
      }
      if (used.firstName !== undefined && fullNames.has(used.firstName)) used.firstNameIsPart = true;
      for (const { column } of states) if (!used.state.includes(column)) used.state.push(column);
    }
    return used;
  }

  /** Decides what columns with these names are used for. */
  recognize(names: readonly string[]): void {
    this.#planOf(names);
  }

  /** What each column is used for. Of several with the same use, the others count where the ones before are empty. */
  uses(): { name: string; use: ColumnUse; fallbackFor?: string; isPart?: true }[] {
    const uses = new Map<string, { use: ColumnUse; fallbackFor?: string; isPart?: true }>();
    for (const { fields, states, fullNames } of this.#plans.values()) {
      for (const { column } of states) uses.set(column, { use: 'status' });
      for (const [field, columns] of Object.entries(fields)) {
        for (const [nth, column] of columns.entries()) {
          uses.set(column, {
            use: field as ColumnUse,
            ...(nth > 0 && { fallbackFor: columns[nth - 1] }),
            ...(fullNames.has(column) && { isPart: true }),
          });
        }
      }
    }
    const isOffered = (name: string) => bare(name) !== 'suppression';
    return this.names.filter(isOffered).map((name) => ({ name, ...(uses.get(name) ?? { use: 'none' }) }));
  }

  /** The answers that name a column which is not in the file. */
  missing(): string[] {
    const there = new Set(this.names.map(bare));
    return [...this.#answers.status, ...this.#answers.ignore].filter((name) => !there.has(name));
  }

  /**
   * @returns the problem of a row that does not say whether the person is on the list
   * @throws UnclearColumn
   */
  read(values: Partial<Record<string, string>>): FileRow | FileSuppression | { message: string } {
    const plan = this.#planOf(Object.keys(values));
    for (const column of plan.unused) {
      if (!values[column]?.trim()) continue;
      this.#unused.add(column);
      plan.unused.delete(column);
    }
    const text = (field: FieldName) => {
      for (const column of plan.fields[field]) {
        const value = values[column]?.trim();
        if (!value || saysNothing(column, value)) continue;
        return withoutApostrophe(plan.fullNames.has(column) ? firstPart(value) : value);
      }
      return '';
    };
    const suppression = text('suppression');
    if (suppression && !text('email')) return readSuppression(suppression, values);
    const found = this.#stateOf(plan, values);
    if ('message' in found) return found;
    const consent = text('consent');
    const hasConsented = !no.includes(bare(consent));
    const [email, nameBeside] = personInCell(text('email'));
    const row = {
      ...found,
      email,
      firstName: text('firstName') || firstPart(nameBeside),
      favoriteWord: text('favoriteWord'),
      source: text('source'),
      campaign: text('campaign'),
      consent: yes.includes(bare(consent)) || !hasConsented ? '' : consent,
      reason: text('reason'),
      signedUpAt: text('signedUpAt') || (found.subscribedAt ?? ''),
      confirmedAt: text('confirmedAt'),
      consentAt: text('consentAt'),
      preferences: {
        timezone: text('timezone'),
        sendTime: text('sendTime'),
        weekdays: text('weekdays'),
        pausedUntil: text('pausedUntil'),
        cadence: text('cadence'),
        digestDay: text('digestDay'),
      },
    };
    return this.#settled(hasConsented ? row : { ...row, state: stronger(row.state, 'unsubscribed') });
  }

  /** Someone who left and came back since is on the list, if the row says so and has both times. */
  #settled(row: FileRow): FileRow {
    const { isExplicit, leftAt, confirmedAt, signedUpAt } = row;
    if (!isExplicit || !leftAt || row.state !== 'unsubscribed') return row;
    const joined = [confirmedAt, signedUpAt].map((text) => readTime(text, this.#timezone)?.getTime() ?? 0);
    return Math.max(...joined) > leftAt.getTime() ? { ...row, state: 'subscribed', leftAt: undefined } : row;
  }

  #stateOf(
    plan: Plan,
    values: Partial<Record<string, string>>,
  ):
    | { state: FileState; isExplicit: boolean; leftAt: Date | undefined; subscribedAt: string | undefined }
    | { message: string } {
    let state: FileState = 'subscribed';
    let isExplicit = false;
    let leftAt: Date | undefined;
    let subscribedAt: string | undefined;
    for (const { column, role } of plan.states) {
      const value = values[column]?.trim() ?? '';
      if (role.kind === 'leaving') {
        if (value === '' || no.includes(bare(value)) || bare(value) === 'null') continue;
        const at = readTime(value, this.#timezone);
        if (at && (!leftAt || at > leftAt)) leftAt = at;
        state = stronger(state, role.state);
        continue;
      }
      const said = this.#saidBy(plan, column, value, role);
      if (said === 'nothing') continue;
      if (said === 'missing') {
        const message = `The column “${column}” is empty, so it is not known whether this person is on the list`;
        return { message };
      }
      if (said.at && said.state === 'subscribed') subscribedAt ??= value;
      else if (said.at) leftAt ??= said.at;
      if (said.state !== 'subscribed') state = stronger(state, said.state);
      // That someone did not bounce says nothing about a subscription.
      else if (role.kind === 'status' || (role.kind === 'yesNo' && role.yes === 'subscribed'))
        isExplicit = true;
    }
    for (const column of plan.unknown) {
      const value = values[column] ?? '';
      const word = value.length > 0 && value.length <= longestWord ? bare(value) : '';
      if (word && !ordinaryWords.has(word) && (stateOfWord.get(word) ?? 'subscribed') !== 'subscribed') {
        throw new UnclearColumn(column, value);
      }
    }
    return { state, isExplicit, leftAt, subscribedAt };
  }

  #saidBy(
    { isOurs }: Plan,
    column: string,
    value: string,
    role: Plan['states'][number]['role'],
  ): { state: FileState; at?: Date | undefined } | 'nothing' | 'missing' {
    const word = bare(value);
    if (role.kind === 'status') {
      const isWeakType = role.strength === 'weak' && bare(column) === 'type';
      if (value === '') return isWeakType ? 'nothing' : 'missing';
      if (this.#subscribedValues.has(word) || (isOurs && ownWords.includes(word)))
        return { state: 'subscribed' };
      const known = stateOfWord.get(word);
      if (this.#subscribedValues.size > 0) {
        return { state: known && known !== 'subscribed' ? known : 'unsubscribed' };
      }
      if (known) return { state: known };
      if (isWeakType) return 'nothing';
      if (role.strength === 'asked' && (yes.includes(word) || no.includes(word))) {
        return { state: yes.includes(word) ? 'subscribed' : 'unsubscribed' };
      }
      throw new UnclearColumn(column, value);
    }
    if (role.kind !== 'yesNo') throw new UnclearColumn(column, value);
    if (yes.includes(word)) return { state: role.yes };
    if (no.includes(word)) return { state: role.no };
    if (value === '') return role.yes === 'subscribed' ? 'missing' : { state: 'subscribed' };
    const at = readTime(value, this.#timezone);
    if (at) return { state: role.yes, at };
    const known = stateOfWord.get(word);
    if (known) return { state: known };
    throw new UnclearColumn(column, value);
  }

  #roleOf(name: string): Role {
    const use = this.#uses.get(bare(name));
    if (use !== undefined) return asked(use, roleOf(name));
    if (this.#answers.ignore.has(bare(name))) return { kind: 'ignored' };
    if (this.#answers.status.has(bare(name))) return { kind: 'status', strength: 'asked' };
    return roleOf(name);
  }

  #planOf(names: readonly string[]): Plan {
    const key = names.join('\0');
    const known = this.#plans.get(key);
    if (known) return known;
    const plan = this.#makePlan(names);
    this.#plans.set(key, plan);
    for (const name of names) if (!this.names.includes(name)) this.names.push(name);
    return plan;
  }

  #makePlan(names: readonly string[]): Plan {
    const columns = names.map((column) => ({ column, role: this.#roleOf(column) }));
    const fields = Object.fromEntries(Object.keys(fieldNames).map((name) => [name, [] as string[]]));
    const ranked = columns.flatMap(({ column, role }) =>
      role.kind === 'field' ? [{ column, ...role }] : [],
    );
    ranked.sort((a, b) => a.rank - b.rank);
    const isAsked = new Set(ranked.filter(({ rank }) => rank < 0).map(({ field }) => field));
    for (const { column, field, rank } of ranked)
      if (rank < 0 || !isAsked.has(field)) fields[field]?.push(column);
    const hasStatus = columns.some(({ role }) => role.kind === 'status' && role.strength !== 'weak');
    const hasSwitch = columns.some(({ column }) => bare(column) === 'emaildisabled');
    const states = columns.flatMap(({ column, role }) => {
      if (role.kind === 'field' || role.kind === 'ignored' || role.kind === 'unknown') return [];
      if (role.kind === 'status' && role.strength === 'weak' && hasStatus) return [];
      // In Substack's files, it says who pays.
      if (bare(column) === 'activesubscription' && hasSwitch) return [];
      return [{ column, role }];
    });
    const unknown = columns.filter(({ role }) => role.kind === 'unknown').map(({ column }) => column);
    const there = new Set(names.map(bare));
    const isOurs = ownColumns.every((name) => there.has(name));
    const isFull = (column: string) => fullNames.includes(bare(column));
    // A column for first names is enough: beside it, a `name` may be the last name.
    if (fields.firstName?.some((column) => !isFull(column)))
      fields.firstName = fields.firstName.filter((column) => !isFull(column));
    // Beside a column for the email address, it is the postal one.
    const isPostal = (column: string) => bare(column) === 'address' && !this.#uses.has('address');
    if (fields.email?.some((column) => !isPostal(column)))
      fields.email = fields.email.filter((column) => !isPostal(column));
    const hasLastName = lastNames.some((name) => there.has(name));
    const read = new Set([...Object.values(fields).flat(), ...states.map(({ column }) => column)]);
    return {
      fields: fields as Plan['fields'],
      states,
      fullNames: new Set(hasLastName ? [] : fields.firstName?.filter(isFull)),
      unused: new Set(names.filter((name) => !read.has(name) && !refusedColumns.includes(name))),
      unknown,
      isOurs,
    };
  }
}

const longestWord = 30;
/** Words for a state that also mean something else. */
const ordinaryWords = new Set(['left', 'held', 'former', 'junk', 'awaiting']);

function stronger(one: FileState, other: FileState): FileState {
  return fileStates.indexOf(other) > fileStates.indexOf(one) ? other : one;
}

/** What Mailchimp writes for someone who gave no reason. */
const saysNothing = (column: string, value: string) => bare(column) === 'unsubreason' && value === 'NORMAL';

/** The first name of `Ada Lovelace`, `Lovelace, Ada` or `Ada Lovelace, Jr.` */
function firstPart(given: string): string {
  const name = given.replace(/,\s*(?:jr|sr|ii|iii|iv|ph\.?\s?d|m\.?d|esq)\.?\s*$/i, '');
  return (
    name
      .slice(name.indexOf(',') + 1)
      .trim()
      .split(/\s/, 1)[0] ?? ''
  );
}

/** Our own export and others' write an apostrophe before what a spreadsheet would take for a formula. */
function withoutApostrophe(text: string): string {
  return /^'[=+\-@]/.test(text) ? text.slice(1) : text;
}

/**
 * A time as exports write it: a day, an ISO time, or Go's `2024-01-02 15:04:05.999 +0530 IST`.
 *
 * @param timezone For times without an offset.
 */
export function readTime(text: string, timezone: string): Date | undefined {
  const plain = oneLine(text)
    .replace(/ m=[+-][\d.]+$/, '')
    .replace(/ ([+-]\d{4}) [A-Z]{1,5}$|( [+-]\d{4}) [+-]\d{2,4}$/, ' $1$2')
    .replace(/ (?:UTC|GMT)$/, 'Z')
    .replace(/ {2,}/g, ' ');
  return parseInstant(/^\d{4}-\d{2}-\d{2}$/.test(plain) ? `${plain} 00:00` : plain, timezone);
}

function readSuppression(
  text: string,
  { status = '', leftAt = '' }: Partial<Record<string, string>>,
): FileSuppression | { message: string } {
  const [, suppression, value] = /^(key|hash):([0-9a-f]{64})$/.exec(text) ?? [];
  if (suppression === undefined || value === undefined) {
    return { message: 'The hash of a removed reader was changed after the export' };
  }
  const reason = suppressionReasons.find((one) => one === status) ?? 'removed';
  const since = readTime(leftAt, 'UTC');
  return { suppression: suppression as FileSuppression['suppression'], value, reason, since };
}

/** Whether the file says that someone left, not just that they have not confirmed. */
export function hasLeft(state: FileState): state is (typeof suppressedStatuses)[number] {
  return suppressedStatuses.some((left) => left === state);
}
