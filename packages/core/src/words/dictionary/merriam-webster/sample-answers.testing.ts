/**
 * Answers in the format of the Collegiate API with made-up contents: nested senses, every kind of token, homographs,
 * compounds, cross-references, notes instead of meanings, an offensive word.
 */

interface EntryParts {
  id: string;
  hw?: string;
  stems?: string[];
  offensive?: boolean;
  /** The respelling. */
  mw?: string;
  section?: string;
  [key: string]: unknown;
}

/** An entry with the keys that every entry has. */
export function fakeEntry({ id, hw, stems, offensive = false, section = 'alpha', mw, ...rest }: EntryParts) {
  const headword = id.replace(/:.*/u, '');
  return {
    meta: {
      id,
      uuid: '00000000-0000-4000-8000-000000000001',
      sort: '130000000',
      src: 'collegiate',
      section,
      stems: stems ?? [headword],
      offensive,
    },
    hwi: {
      hw: hw ?? headword,
      ...(mw && { prs: [{ mw, sound: { audio: 'sample01', ref: 'c', stat: '1' } }] }),
    },
    shortdef: [],
    ...rest,
  };
}

/** The `def` of an entry with one sense. */
export function oneSense(gloss: string, ...examples: string[]) {
  const dt: unknown[] = [['text', `{bc}${gloss}`]];
  if (examples.length > 0) dt.push(['vis', examples.map((t) => ({ t }))]);
  return [{ sseq: [[['sense', { dt }]]] }];
}

const meander = fakeEntry({
  id: 'meander',
  hw: 'me*an*der',
  mw: 'mē-ˈan-dər',
  stems: ['meander', 'meandered', 'meanderer', 'meandering', 'meanders'],
  fl: 'verb',
  ins: [{ if: 'me*an*dered' }, { if: 'me*an*der*ing' }],
  def: [
    {
      vd: 'intransitive verb',
      sseq: [
        [
          [
            'pseq',
            [
              [
                'sense',
                {
                  sn: '1 a (1)',
                  dt: [
                    ['text', '{bc}to take a path with many turns '],
                    ['vis', [{ t: 'the stream {wi}meanders{/wi} between low hills' }]],
                  ],
                },
              ],
              ['sense', { sn: '(2)', dt: [['text', '{bc}to flow without hurry']] }],
            ],
          ],
          [
            'sense',
            {
              sn: 'b',
              dt: [
                ['text', '{bc}to walk with no aim {bc}{sx|stroll||} {dx_def}see {dxt|stroll:1||2}{/dx_def}'],
                [
                  'vis',
                  [
                    { t: 'He {wi}meandered{/wi} home.', aq: { auth: 'A. Writer', source: 'A Book' } },
                    { t: 'we {wi}meandered{/wi} from stall to stall until the market closed' },
                  ],
                ],
              ],
              sdsense: { sd: 'also', dt: [['text', '{bc}to talk without a plan']] },
            },
          ],
        ],
        [['sense', { sn: '2', dt: [['text', '{bc}{sx|ramble||1b}']] }]],
      ],
    },
  ],
  uros: [{ ure: 'me*an*der*er', fl: 'noun' }],
  et: [['text', 'from an old river name {ma}{mat|river:1|}{/ma}']],
  date: '1601{ds|i|1|a|1}',
  shortdef: ['to take a path with many turns', 'to flow without hurry', 'to walk with no aim : stroll'],
});

const tender = [
  fakeEntry({
    id: 'tender:1',
    hw: 'ten*der',
    mw: 'ˈten-dər',
    stems: ['tender', 'tenderer', 'tenderest'],
    hom: 1,
    fl: 'adjective',
    def: [
      {
        sseq: [
          [
            ['bs', { sense: { sn: '1', dt: [['text', '{bc}easily hurt or moved: such as']] } }],
            [
              'sense',
              {
                sn: 'a',
                dt: [
                  ['text', '{bc}soft to bite'],
                  ['vis', [{ t: 'a {wi}tender{/wi} stem' }]],
                ],
              },
            ],
          ],
        ],
      },
    ],
    shortdef: ['easily hurt or moved: such as', 'soft to bite'],
  }),
  fakeEntry({
    id: 'tender:2',
    stems: ['tender', 'tenders'],
    hom: 2,
    fl: 'noun',
    def: oneSense('an offer made in writing'),
    shortdef: ['an offer made in writing'],
  }),
  fakeEntry({
    id: 'tender offer',
    stems: ['tender offer', 'tender offers'],
    fl: 'noun',
    def: oneSense('a public bid for shares'),
    shortdef: ['a public bid for shares'],
  }),
  fakeEntry({
    id: 'tendre',
    hw: 'ten*dre',
    cxs: [{ cxl: 'archaic spelling of', cxtis: [{ cxt: 'tender' }] }],
  }),
];

const wend = fakeEntry({
  id: 'wend',
  stems: ['wend', 'wended', 'wends'],
  mw: 'ˈwend',
  fl: 'verb',
  def: oneSense("to go on one's way {bc}{sx|travel||}", 'they {wi}wend{/wi} their way uphill'),
  et: [
    [
      'text',
      'Old English {it}wendan{/it}; akin to Old English {et_link|windan:1|windan:1} {dx_ety}see {dxt|wind:2||}{/dx_ety}',
    ],
  ],
  date: 'before 12th century{ds||1||}',
});

/** The answers, by word. */
export const sampleAnswers: Record<string, FakeAnswer> = {
  word: {
    json: [
      fakeEntry({ id: 'word:1', fl: 'noun', def: oneSense('a unit of speech with a meaning of its own') }),
    ],
  },
  meander: { json: [meander] },
  meandered: { json: [meander] },
  meandering: { json: [meander] },
  meandr: { json: ['meander', 'meanders', 'menders', 'lavender', 'oleander'] },
  tender: { json: tender },
  tenders: { json: [tender[1], tender[2]] },
  tendre: { json: tender },
  wend: { json: [wend] },
  went: {
    json: [fakeEntry({ id: 'went', cxs: [{ cxl: 'past tense of', cxtis: [{ cxt: 'wend:1' }] }] })],
  },
  alas: {
    json: [
      fakeEntry({
        id: 'alas',
        hw: 'alas',
        fl: 'interjection',
        def: [
          {
            sseq: [
              [
                [
                  'sense',
                  {
                    dt: [
                      [
                        'uns',
                        [
                          [
                            ['text', 'used to express unhappiness, pity, or concern'],
                            ['vis', [{ t: '{wi}alas{/wi}, the last train has left' }]],
                          ],
                        ],
                      ],
                    ],
                  },
                ],
              ],
            ],
          },
        ],
      }),
    ],
  },
  rudeword: {
    json: [
      fakeEntry({ id: 'rudeword', fl: 'noun', offensive: true, def: oneSense('a word nobody should use') }),
    ],
  },
};

/** The answer of the fake to one word. */
export type FakeAnswer =
  /** As JSON, with status 200. */
  | { json: unknown }
  | { text: string; status?: number; type?: string }
  /** Never answers. */
  | 'silence'
  /** Breaks the connection. */
  | 'hang up';
