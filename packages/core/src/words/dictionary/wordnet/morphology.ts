import type { PartOfSpeech } from './wordnet-files.ts';

export interface BaseForm {
  lemma: string;
  partOfSpeech: PartOfSpeech;
}

type Rule = [ending: RegExp, ...replacements: string[]];

/** Endings and their possible replacements. If several apply, the dictionary decides which word exists. */
const rules: Record<PartOfSpeech, readonly Rule[]> = {
  noun: [
    [/(?<!s)s$/u, ''],
    [/ies$/u, 'y'],
    [/ves$/u, 'f', 'fe'],
    [/(?<=s|x|z|ch|sh|o)es$/u, ''],
    [/(?<=(?:ss|zz))es$/u, ''],
    [/(?<=([sz]))\1es$/u, ''],
    [/men$/u, 'man'],
    [/i$/u, 'us', 'o', 'e'],
    [/a$/u, 'um', 'on'],
    [/ae$/u, 'a'],
    [/mata$/u, 'ma'],
    [/mina$/u, 'men'],
    [/ices$/u, 'ix', 'ex'],
    [/nges$/u, 'nx'],
    [/es$/u, 'is'],
    [/ides$/u, 'is'],
    [/(?<=eau|ieu)x$/u, ''],
    [/im$/u, ''],
  ],
  verb: [
    [/(?<!s)s$/u, ''],
    [/ies$/u, 'y'],
    [/es$/u, ''],
    [/ied$/u, 'y'],
    [/ed$/u, '', 'e'],
    [/ing$/u, '', 'e'],
    [/ying$/u, 'ie'],
    [/(?<=([b-df-hj-np-tv-z]))\1(?:ed|ing)$/u, ''],
    [/(?<=c)k(?:ed|ing)$/u, ''],
  ],
  adjective: [
    [/er$/u, '', 'e'],
    [/est$/u, '', 'e'],
    [/ier$/u, 'y'],
    [/iest$/u, 'y'],
    [/(?<=([b-df-hj-np-tv-z]))\1(?:er|est)$/u, ''],
  ],
  adverb: [
    [/er$/u, '', 'e'],
    [/est$/u, '', 'e'],
    [/ier$/u, 'y'],
    [/iest$/u, 'y'],
  ],
};

/**
 * What an inflected form may come from, most likely first: irregular forms ("ran", and so "outran"), then removed
 * endings. In a phrase, one of the words is inflected, as in `looked_up` or `attorneys_general`. Most of the candidates
 * are not words: look them up.
 */
export function baseForms(form: string): BaseForm[] {
  const pieces = form.split(/([_-])/u);
  return pieces.flatMap((piece, index) =>
    basesOfWord(piece).map(({ lemma, partOfSpeech }) => ({
      lemma: [...pieces.slice(0, index), lemma, ...pieces.slice(index + 1)].join(''),
      partOfSpeech,
    })),
  );
}

/** Most texts share most of their words: checking a library needs the same ones again and again. */
const known = new Map<string, BaseForm[]>();
const mostKnown = 5000;
const longestKnown = 40;

function basesOfWord(word: string): BaseForm[] {
  const kept = known.get(word);
  if (kept) return kept;
  const bases = findBases(word);
  if (known.size === mostKnown) known.clear();
  if (word.length <= longestKnown) known.set(word, bases);
  return bases;
}

function findBases(word: string): BaseForm[] {
  const partsOfSpeech = Object.keys(rules) as PartOfSpeech[];
  const found = [irregularBases, regularBases].flatMap((bases) =>
    partsOfSpeech.flatMap((partOfSpeech) => bases(word, partOfSpeech)),
  );
  const seen = new Set<string>();
  return found.filter(({ lemma, partOfSpeech }) => {
    const key = `${lemma} ${partOfSpeech}`;
    return lemma !== word && seen.size < seen.add(key).size;
  });
}

function irregularBases(word: string, partOfSpeech: PartOfSpeech): BaseForm[] {
  const forms = irregularForms[partOfSpeech];
  const bases: BaseForm[] = [];
  // With any prefix: "understood", "dormice", "grandchildren".
  for (let prefixLength = 0; prefixLength <= word.length - 2; prefixLength++) {
    for (const base of forms.get(word.slice(prefixLength)) ?? []) {
      bases.push({ lemma: word.slice(0, prefixLength) + base, partOfSpeech });
    }
  }
  return bases;
}

function regularBases(word: string, partOfSpeech: PartOfSpeech): BaseForm[] {
  return rules[partOfSpeech].flatMap(([ending, ...replacements]) =>
    ending.test(word)
      ? replacements
          .map((replacement) => ({ lemma: word.replace(ending, replacement), partOfSpeech }))
          .filter(({ lemma }) => lemma.length >= 2)
      : [],
  );
}

/** Inflected forms that no rule can reverse. Each line: the base form, then its forms. */

const verbs = `
abide abode
alight alit
arise arose arisen
awake awoke awoken
be am is are was were been being
bear bore borne born
beat beaten
become became
befall befell befallen
beget begot begat begotten
begin began begun
bend bent
bereave bereft
beseech besought
bestride bestrode bestridden
betake betook betaken
bethink bethought
bid bade bidden
bind bound
bite bit bitten
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burnt
buy bought
catch caught
chide chid chidden
choose chose chosen
cleave cleft clove cloven
cling clung
clothe clad
come came
creep crept
deal dealt
dig dug
dive dove
do does did done
draw drew drawn
dream dreamt
drink drank drunk
drive drove driven
dwell dwelt
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fling flung
fly flew flown
forbid forbade forbad forbidden
forget forgot forgotten
forsake forsook forsaken
freeze froze frozen
get got gotten
gild gilt
gird girt
give gave given
go goes went gone
grind ground
grow grew grown
hang hung
have has had
hear heard
heave hove
hew hewn
hide hid hidden
hold held
keep kept
kneel knelt
know knew known
lade laden
lay laid
lead led
lean leant
leap leapt
learn learnt
leave left
lend lent
lie lay lain
light lit
lose lost
make made
mean meant
meet met
melt molten
mow mown
pay paid
plead pled
prove proven
rend rent
ride rode ridden
ring rang rung
rise rose risen
rive riven
run ran
saw sawn
say said
see saw seen
seek sought
sell sold
send sent
sew sewn
shake shook shaken
shave shaven
shear shore shorn
shine shone
shoe shod
shoot shot
show shown
shrink shrank shrunk shrunken
shrive shrove shriven
sing sang sung
sink sank sunk sunken
sit sat
slay slew slain
sleep slept
slide slid slidden
sling slung
slink slunk
smell smelt
smite smote smitten
sow sown
speak spoke spoken
speed sped
spell spelt
spend spent
spill spilt
spin spun span
spit spat
spoil spoilt
spring sprang sprung
stand stood
stave stove
steal stole stolen
stick stuck
sting stung
stink stank stunk
strew strewn
stride strode stridden
strike struck stricken
string strung
strive strove striven
swear swore sworn
sweep swept
swell swollen
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought
thrive throve thriven
throw threw thrown
tread trod trodden
wake woke woken
wear wore worn
weave wove woven
weep wept
win won
wind wound
work wrought
wring wrung
write wrote written
`;

const nouns = `
brother brethren
child children
corpus corpora
cow kine
die dice
foot feet
genus genera
goose geese
louse lice
mouse mice
opus opera
ox oxen
penny pence
person people
tempus tempora
tooth teeth
viscus viscera
`;

const adjectives = `
bad worse worst
far farther farthest further furthest
good better best
ill worse worst
little less least
many more most
much more most
old elder eldest
well better best
`;

function byForm(table: string): ReadonlyMap<string, readonly string[]> {
  const bases = new Map<string, string[]>();
  for (const line of table.trim().split('\n')) {
    const [base = '', ...forms] = line.split(' ');
    for (const form of forms) bases.set(form, [...(bases.get(form) ?? []), base]);
  }
  return bases;
}

/** The base forms of each irregular form. */
const irregularForms = {
  verb: byForm(verbs),
  noun: byForm(nouns),
  adjective: byForm(adjectives),
  adverb: byForm(adjectives),
};
