import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { WordInput } from '../contract/words.ts';

const file = readFileSync(join(import.meta.dirname, '../../../../examples/words/starter.csv'), 'utf8');
const words = new Set(parse<WordInput>(file, { columns: true }).map(({ word }) => word));

/** Words with nearly the same meaning, including some that are not starter words but could be added. */
const clusters: Record<string, string> = {
  'of few words': 'laconic succinct taciturn reticent brevity terse pithy curt uncommunicative',
  'of many words': 'garrulous pontificate spiel loquacious voluble verbose prolix bloviate grandiloquent',
  sociable: 'affable convivial gregarious bonhomie jovial genial amiable xenial',
  'making acquaintance': 'schmooze hobnob rapport fraternize',
  unconcerned: 'blithe insouciant lackadaisical nonchalant blasé indifferent',
  lazy: 'languid loll lollygag indolent slothful torpid lethargic',
  walking: 'meander saunter wend amble stroll traipse perambulate',
  'running away': 'abscond skedaddle vamoose absquatulate decamp',
  'by stealth': 'furtive surreptitious skulk clandestine covert stealthy',
  persuading: 'beguile cajole inveigle wheedle coax blandish',
  deceiving: 'bamboozle equivocate specious hoodwink hornswoggle dissemble',
  'making milder': 'ameliorate assuage placate mitigate alleviate mollify palliate appease',
  'putting down': 'quell thwart castigate squelch',
  uproar: 'bedlam kerfuffle pandemonium hullabaloo brouhaha tumult',
  'a mess': 'fiasco imbroglio shambles debacle snafu',
  powerful: 'honcho mogul tycoon nabob kahuna bigwig magnate',
  'very large': 'behemoth gargantuan juggernaut leviathan colossal titanic',
  'very small': 'lilliputian skosh smithereens minuscule iota',
  plenty: 'galore myriad plethora cornucopia profusion copious',
  nerve: 'chutzpah gumption mettle bravado moxie temerity audacity',
  flair: 'bravura panache verve brio élan',
  eager: 'agog alacrity gung-ho avid zealous',
  cheerful: 'ebullient levity mirth jovial exuberant jocund',
  gloomy: 'lugubrious weltschmerz ennui morose dolorous melancholy lachrymose',
  'with longing': 'wanderlust wistful yen hanker',
  'steady under stress': 'aplomb equanimity composure poise',
  changeable: 'capricious mercurial protean fickle volatile',
  wavering: 'vacillate equivocate dither waver',
  stubborn: 'dogged intransigent tenacious obstinate pertinacious obdurate',
  careful: 'fastidious gingerly meticulous punctilious scrupulous',
  generous: 'largesse magnanimous munificent bountiful philanthropic',
  'slips of the tongue': 'malapropism mondegreen mumpsimus solecism spoonerism',
  'language nobody understands': 'gobbledygook obfuscate sesquipedalian jargon bafflegab',
  'bad taste': 'chintzy kitsch tawdry garish gaudy',
  'passing for true': 'apocryphal factoid specious spurious',
  mocking: 'facetious sardonic snark derisive caustic',
  independent: 'iconoclast maverick mugwump nonconformist',
  shunning: 'boycott ostracize pariah shun blackball',
  'giving up': 'eschew jettison relinquish forgo renounce abjure',
  'by luck': 'fortuitous kismet serendipity providential',
  'without a plan': 'haphazard impromptu willy-nilly desultory',
  ghosts: 'banshee ghoul poltergeist wraith specter',
  'wet ground': 'bayou billabong quagmire muskeg morass fen',
  fools: 'dunce goober klutz schlemiel nincompoop',
  complaining: 'curmudgeon kvetch umbrage grouse',
  quarrelsome: 'hector obstreperous truculent pugnacious bellicose',
  lasting: 'ephemeral erstwhile perennial transient evanescent',
  'beyond words': 'ineffable sublime pulchritude resplendent',
  'at the edge of light': 'crepuscular liminal penumbra',
  searching: 'glean ransack winnow scrutinize',
  'sharp of mind': 'perspicacious trenchant judicious sagacious astute',
  'full of fear': 'angst frisson trepidation consternation',
};

test.each(Object.entries(clusters))('at most three words are %s', (_meaning, cluster) => {
  const present = cluster.split(' ').filter((word) => words.has(word));
  expect(present.length).toBeGreaterThan(0);
  expect(present.length, present.join(', ')).toBeLessThanOrEqual(3);
});
