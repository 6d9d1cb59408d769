import { type Design, defaultDesign, type LogoView } from '../contract/design.ts';
import { type DesignColors, designColors } from '../contract/design-colors.ts';
import {
  type DesignSection,
  type DesignTextName,
  designTexts,
  directionOf,
  isEnglish,
  logoPath,
  typePairings,
} from '../contract/design-parts.ts';
import { escapeHtml } from '../contract/escape-html.ts';
import type { WordDraft } from '../contract/words.ts';
import { breaksAsElements } from './render-email.ts';

/** A design with what follows from it. */
export interface Look {
  design: Design;
  colors: DesignColors;
  fonts: (typeof typePairings)[Design['type']];
  logo: LogoView | undefined;
  /** The side on which text starts, and the other one. */
  start: 'left' | 'right';
  end: 'left' | 'right';
  /** A text of the design as HTML. */
  text: (name: DesignTextName) => string;
  /** The attribute of a line that is always in English, where the email is in another language. */
  english: '' | ' lang="en"';
}

/** Invisible space after the preheader, so that an inbox shows nothing after it. */
const padding = '&#847;&zwnj;&nbsp;'.repeat(80);

/** The classes of text, which change its color at night, and its color by day. */
const onPaper = { ink: 'ink', soft: 'soft', inkColor: '#1b2030', softColor: '#474d5e' };
type Shade = typeof onPaper;

const link = (variable: string, text: string, { soft, softColor }: Shade = onPaper) =>
  `<a class="${soft}" href="{{${variable}}}" style="color: ${softColor}; text-decoration: underline;">${text}</a>`;

/**
 * The template of a design: one word on a quiet page, 320 to 600 pixels wide, in light and dark mode, with no image to
 * load but the logo.
 *
 * Every style is inline, for clients that drop `<style>`. Rules that need a style sheet (phones, dark mode) are in
 * three sheets, because Gmail drops a whole sheet for one unknown rule. Line heights are relative, for readers who
 * enlarge text alone. Tables and the `mso` comments are for Outlook on Windows, which renders with Word: it multiplies
 * the font's own line height, which is a third more than the font size for Segoe UI. The provider adds the postal address at the end, and the unsubscribe link unless
 * the template has one.
 */
export function designTemplate(design: Design, logo?: LogoView): string {
  const look = lookOf(design, logo);
  const { fonts, text, start } = look;
  const { serif, sans, spoken } = fonts;
  const sections = design.sections.map((name) => sectionHtml[name](look)).join('\n\n');
  const preheader = `{{#if welcome}}{{welcome}}{{else if preheader}}{{preheader}}{{else}}${text('preheader')}{{/if}}`;
  return emailPage(
    look,
    preheader,
    `{{#if welcome}}
<tr>
<td class="side" align="${start}" style="padding: 32px 24px 0;">
<p class="ink" dir="auto" style="margin: 0; font-family: ${sans}; font-size: 18px; line-height: 1.55; color: #1b2030;">{{welcome}}</p>
</td>
</tr>
{{/if}}

<tr>
<td class="side" align="${start}" style="padding: 44px 24px 0;">
{{#if milestone}}
<p class="quiet" dir="auto"${look.english} style="margin: 0 0 12px; font-family: ${sans}; font-size: 14px; line-height: 1.45; font-weight: 600; color: #656a79;">{{milestone}}</p>
{{/if}}
${design.theme ? themeLines(look) : ''}<h1 class="word serif ink" dir="auto" style="margin: 0; font-family: ${serif}; font-size: 42px; line-height: 1.1; font-weight: 400; letter-spacing: -0.01em; color: #1b2030; hyphens: auto; hyphenate-limit-chars: 16 5 4; overflow-wrap: anywhere; word-break: break-word;">{{word}}</h1>
<p class="soft" style="margin: 12px 0 0; font-family: ${spoken}; font-size: 20px; line-height: 1.4; color: #474d5e;">{{#if phoneticPronunciation}}<span aria-hidden="true">{{phoneticPronunciation}}</span> {{/if}}{{#if respelling}}<span style="white-space: nowrap;">{{respelling}}</span> {{/if}}<em style="padding-${start}: 6px;">{{partOfSpeech}}</em>{{#if hearUrl}} <span style="padding-${start}: 6px; font-family: ${sans}; font-size: 14px; white-space: nowrap;">${link('hearUrl', text('hearLabel'))}</span>{{/if}}</p>
{{#if suggestedBy}}
<p class="quiet" dir="auto" style="margin: 8px 0 0; font-family: ${sans}; font-size: 14px; line-height: 1.45; color: #656a79;">${text('suggestedLabel')} {{suggestedBy}}</p>
{{/if}}
<p class="ink" dir="auto" style="margin: 24px 0 0; font-family: ${sans}; font-size: 20px; line-height: 1.5; color: #1b2030;">{{definition}}</p>
</td>
</tr>

${sections}${recallRow(look)}`,
  );
}

/** Earlier words; an email without any has no trace of it: "~" takes the blank line away. */
function recallRow({ fonts: { serif, sans }, start, text }: Look): string {
  const line = (label: string, word: string, top: string) =>
    `<p class="soft" dir="auto" style="margin: ${top} 0 0; font-family: ${sans}; font-size: 16px; line-height: 1.6; color: #474d5e;">${label} <a class="serif ink" href="{{${word}Url}}" style="font-family: ${serif}; font-size: 18px; color: #1b2030; text-decoration: underline; text-decoration-thickness: 1px;">{{${word}}}</a></p>`;
  const row = (lines: string) => `<tr>
<td class="side" align="${start}" style="padding: 40px 24px 0;">
<h2 class="quiet" style="margin: 0; font-family: ${sans}; font-size: 14px; line-height: 1.45; font-weight: 600; color: #656a79;">${text('recallTitle')}</h2>
${lines}
</td>
</tr>`;
  const days = (top: string) => line(text('threeDaysLabel'), 'threeDaysAgo', top);
  const weeks = (top: string) => line(text('threeWeeksLabel'), 'threeWeeksAgo', top);
  return `{{~#if threeDaysAgo}}

${row(`${days('12px')}{{~#if threeWeeksAgo}}
${weeks('8px')}{{/if}}`)}
{{else if threeWeeksAgo}}

${row(weeks('12px'))}
{{/if}}`;
}

/**
 * The page of an email in a design: header, rows of a table, sign-off and footer.
 *
 * @param preheader What an inbox shows after the subject.
 */
export function emailPage(look: Look, preheader: string, rows: string): string {
  const { design, colors, fonts, logo, start, text } = look;
  const { sans } = fonts;
  const { night } = colors;
  const language = escapeHtml(design.language);
  const direction = directionOf(design.language);
  return `${breaksAsElements}<!DOCTYPE html>
<html lang="${language}" dir="${direction}" xmlns="http://www.w3.org/1999/xhtml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<meta name="x-apple-disable-message-reformatting">
<title>{{subject}}</title>
<!--[if mso]>
<xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>
<style>
  td, p, h1, h2 { font-family: ${fonts.outlook.sans} !important; line-height: 115% !important; }
  .serif { font-family: ${fonts.outlook.serif} !important; line-height: 135% !important; }
  .word { font-size: 64px !important; line-height: 100% !important; }
</style>
<![endif]-->
<style>
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  p { text-wrap: pretty; }
  .quiet a { color: inherit !important; text-decoration: none !important; }
  @media (min-width: 350px) {
    .word { font-size: 46px !important; }
  }
  @media (min-width: 500px) {
    .side { padding-left: 32px !important; padding-right: 32px !important; }
    .word { font-size: 64px !important; }
  }
</style>
<style>
  @media (prefers-color-scheme: dark) {
    .page { background-color: #141a26 !important; color: #f3ede1 !important; }
    .paper { background-color: #141a26 !important; }
    .sky { background-color: ${night.accentSoft} !important; }
    .ink { color: #f3ede1 !important; }
    .soft { color: #c6c1b7 !important; }
    .quiet { color: #a09c94 !important; }
    .line { border-color: #2d3546 !important; }
    .sun { background-color: ${night.sun} !important; }
    .ray { border-color: ${night.sun} !important; }
${logoRule(logo)}  }
</style>
{{! Outlook's own dark mode. Email providers may take attribute selectors out: a rule that is left }}
{{! with "div > .ink" matches nothing here and does no harm. }}
<style>
  div > [data-ogsb] .paper { background-color: #141a26 !important; }
  div > [data-ogsc] .ink { color: #f3ede1 !important; }
  div > [data-ogsc] .soft { color: #c6c1b7 !important; }
  div > [data-ogsc] .quiet { color: #a09c94 !important; }
  div > [data-ogsb] .sky { background-color: ${night.accentSoft} !important; }
  div > [data-ogsb] .sun { background-color: ${night.sun} !important; }
  div > [data-ogsb] .line { border-color: #2d3546 !important; }
</style>
</head>
<body class="page" bgcolor="#faf7f1" style="margin: 0; padding: 0; width: 100%; background-color: #faf7f1; color: #1b2030; -webkit-text-size-adjust: 100%; text-size-adjust: 100%;">
<div style="display: none; max-height: 0; overflow: hidden; mso-hide: all;">${preheader}${padding}</div>
<div class="page" role="article" aria-roledescription="email" aria-label="{{subject}}" lang="${language}" dir="${direction}" style="background-color: #faf7f1; color: #1b2030;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="width: 100%;">

${headerHtml[design.header](look)}

<tr>
<td class="paper" align="center" valign="top" bgcolor="#faf7f1" style="background-color: #faf7f1;">
<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" align="center" cellpadding="0" cellspacing="0" border="0" style="width: 100%; max-width: 600px; margin: 0 auto;">

${rows}

${signOff(look)}<tr>
<td class="side" style="padding: 56px 24px 40px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr>
<td class="line quiet" align="${start}" style="border-top: 1px solid #e5dfd3; padding: 20px 0 0; font-family: ${sans}; font-size: 14px; line-height: 1.55; color: #656a79;">${text('reason')}</td>
</tr>
${footer(look)}<tr>
<td class="soft" align="${start}" style="padding: 8px 0 0; font-family: ${sans}; font-size: 14px; line-height: 1.55; color: #474d5e;">${text('forwardedLabel')} ${link('publicUrl', text('signUpLabel'))}{{#if preferencesUrl}} &nbsp;·&nbsp; ${link('preferencesUrl', text('preferencesLabel'))}{{/if}}{{#if unsubscribeUrl}} &nbsp;·&nbsp; ${link('unsubscribeUrl', text('unsubscribeLabel'))}{{/if}}</td>
</tr>
</table>
</td>
</tr>

</table>
<!--[if mso]></td></tr></table><![endif]-->
</td>
</tr>
</table>
</div>
</body>
</html>
`;
}

/** Above the word of a theme week; other emails have no trace of it. */
function themeLines({ fonts: { sans } }: Look): string {
  return `{{#if themeThread}}
<p class="quiet" dir="auto" style="margin: 0 0 12px; font-family: ${sans}; font-size: 14px; line-height: 1.45; font-weight: 600; color: #656a79; overflow-wrap: anywhere;">{{themeThread}}</p>
{{#if themeIntroduction}}
<p class="soft" dir="auto" style="margin: 0 0 32px; font-family: ${sans}; font-size: 16px; line-height: 1.6; color: #474d5e;">{{themeIntroduction}}</p>
{{/if}}
{{/if}}
`;
}

export function lookOf(design: Design, logo: LogoView | undefined): Look {
  const isLeft = directionOf(design.language) === 'ltr';
  return {
    design,
    colors: designColors(design.accent),
    fonts: typePairings[design.type],
    logo,
    start: isLeft ? 'left' : 'right',
    end: isLeft ? 'right' : 'left',
    text: (name) => asHtml(design[name] || designTexts[name].builtIn),
    english: isEnglish(design.language) ? '' : ' lang="en"',
  };
}

/** Other braces and square brackets were refused, because they would be code of a template or of the provider. */
function asHtml(text: string): string {
  return escapeHtml(text).replaceAll('{product}', '{{productName}}').replace(/\r?\n/g, '<br>');
}

const headerHtml: Record<Design['header'], (look: Look) => string> = {
  sunrise: (look) => {
    const { colors, end } = look;
    const { day } = colors;
    return `{{! The sky down to the horizon, and a sun half risen, each in one color. Word would draw the sun square. }}
${headerRow(look, { cell: 'sky', ground: day.accentSoft, shade: onPaper, padding: '28px 24px 0' })}
<tr>
<td class="side" align="${end}" valign="bottom" style="padding: 44px 24px 0; font-size: 0; line-height: 0; text-align: ${end};">
<!--[if !mso]><!--><div class="sun" aria-hidden="true" style="display: inline-block; width: 88px; height: 44px; border-radius: 44px 44px 0 0; background-color: ${day.sun}; vertical-align: bottom;"></div><!--<![endif]-->
</td>
</tr>
${headerEnd}`;
  },
  band: (look) => {
    const { ground, text } = look.colors.band;
    const shade = { ink: 'band', soft: 'band', inkColor: text, softColor: text };
    return `${headerRow(look, { cell: 'band', ground, shade, padding: '24px 24px 24px' })}
${headerEnd}`;
  },
  plain: (
    look,
  ) => `${headerRow(look, { cell: 'paper', ground: '#faf7f1', shade: onPaper, padding: '28px 24px 0' })}
${headerEnd}`,
};

interface HeaderRow {
  /** The class of the cell, which changes its color at night. */
  cell: string;
  ground: string;
  shade: Shade;
  padding: string;
}

/** The start of a header, with the name or the logo and the date. */
function headerRow(
  { design, fonts, logo, start, end, text }: Look,
  { cell, ground, shade, padding }: HeaderRow,
) {
  const { sans } = fonts;
  return `<tr>
<td class="${cell}" align="center" valign="bottom" bgcolor="${ground}" style="background-color: ${ground};">
<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" align="center" cellpadding="0" cellspacing="0" border="0" style="width: 100%; max-width: 600px; margin: 0 auto;">
<tr>
<td class="side" style="padding: ${padding};">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr>
<td class="${shade.ink}" align="${start}" valign="top" style="font-family: ${sans}; font-size: 14px; line-height: 1.45; font-weight: 600; color: ${shade.inkColor};">${logo ? logoImage(logo, design) : '{{productName}}'}</td>
<td class="${shade.soft}" align="${end}" valign="top" style="padding-${start}: 16px; font-family: ${sans}; font-size: 14px; line-height: 1.45; color: ${shade.softColor};">{{DATE}}{{#if wordUrl}}<br>${link('wordUrl', text('viewLabel'), shade)}{{/if}}</td>
</tr>
</table>
</td>
</tr>`;
}

const headerEnd = `</table>
<!--[if mso]></td></tr></table><![endif]-->
</td>
</tr>`;

/** In its file it is twice as large, for dense screens. A logo in light ink gets a dark ground; for others, see `logoRule`. */
function logoImage({ key, width, height, ground }: LogoView, { logoAlt }: Design): string {
  const plate =
    ground === 'dark' ? ` background-color: #1b2030; padding: ${platePadding}; border-radius: 6px;` : '';
  return `<img class="logo" src="{{publicUrl}}${logoPath(key).slice(1)}" width="${width}" height="${height}" alt="${logoAlt ? asHtml(logoAlt) : '{{productName}}'}" style="display: block; border: 0; width: ${width}px; max-width: 100%; height: auto;${plate}">`;
}

const platePadding = '6px 10px';

/** A logo in dark ink gets a light ground at night. */
function logoRule(logo: LogoView | undefined): string {
  if (logo?.ground !== 'light') return '';
  return `    .logo { background-color: #faf7f1 !important; padding: ${platePadding} !important; border-radius: 6px !important; }\n`;
}

const sectionHtml: Record<DesignSection, (look: Look) => string> = {
  examples: ({ fonts: { sans, serif }, start, text }) => `{{#if example1}}
<tr>
<td class="side" align="${start}" style="padding: 40px 24px 0;">
<h2 class="quiet" style="margin: 0; font-family: ${sans}; font-size: 14px; line-height: 1.45; font-weight: 600; color: #656a79;">${text('examplesLabel')}</h2>
<p class="serif ink" dir="auto" style="margin: 12px 0 0; font-family: ${serif}; font-size: 18px; line-height: 1.55; color: #1b2030;">{{boldExample1}}</p>
{{#if example2}}
<p class="serif ink" dir="auto" style="margin: 12px 0 0; font-family: ${serif}; font-size: 18px; line-height: 1.55; color: #1b2030;">{{boldExample2}}</p>
{{/if}}
</td>
</tr>
{{else if example2}}
<tr>
<td class="side" align="${start}" style="padding: 40px 24px 0;">
<h2 class="quiet" style="margin: 0; font-family: ${sans}; font-size: 14px; line-height: 1.45; font-weight: 600; color: #656a79;">${text('examplesLabel')}</h2>
<p class="serif ink" dir="auto" style="margin: 12px 0 0; font-family: ${serif}; font-size: 18px; line-height: 1.55; color: #1b2030;">{{boldExample2}}</p>
</td>
</tr>
{{/if}}`,

  // Without a quotation, the email has no trace of it: "~" takes the blank line away.
  quotation: ({ fonts: { sans, serif }, start, text }) => `{{~#if quotation}}

<tr>
<td class="side" align="${start}" style="padding: 40px 24px 0;">
<h2 class="quiet" style="margin: 0; font-family: ${sans}; font-size: 14px; line-height: 1.45; font-weight: 600; color: #656a79;">${text('quotationLabel')}</h2>
<p class="serif ink" dir="auto" style="margin: 12px 0 0; font-family: ${serif}; font-size: 18px; line-height: 1.55; font-style: italic; color: #1b2030;">{{boldQuotation}}</p>
<p class="soft" dir="auto" style="margin: 8px 0 0; font-family: ${sans}; font-size: 16px; line-height: 1.6; color: #474d5e;">{{quotationAuthor}}, {{#if quotationUrl}}<a class="soft" href="{{quotationUrl}}" style="color: #474d5e; text-decoration: underline;"><cite>{{quotationWork}}</cite></a>{{else}}<cite>{{quotationWork}}</cite>{{/if}}{{#if quotationYear}} ({{quotationYear}}){{/if}}</p>
</td>
</tr>
{{/if}}`,

  etymology: ({ fonts: { sans }, start, text }) => `{{#if etymology}}
<tr>
<td class="side" align="${start}" style="padding: 40px 24px 0;">
<h2 class="quiet" style="margin: 0; font-family: ${sans}; font-size: 14px; line-height: 1.45; font-weight: 600; color: #656a79;">${text('etymologyLabel')}</h2>
<p class="soft" dir="auto" style="margin: 8px 0 0; font-family: ${sans}; font-size: 16px; line-height: 1.6; color: #474d5e;">{{etymology}}</p>
</td>
</tr>
{{/if}}`,

  conversationTip: ({ colors: { day }, fonts: { sans }, start, text }) => `{{#if conversationTip}}
<tr>
<td class="side" align="${start}" style="padding: 40px 24px 0;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr>
<td class="ray" align="${start}" style="border-${start}: 3px solid ${day.sun}; padding: ${start === 'left' ? '0 0 0 20px' : '0 20px 0 0'};">
<h2 class="quiet" style="margin: 0; font-family: ${sans}; font-size: 14px; line-height: 1.45; font-weight: 600; color: #656a79;">${text('conversationTipLabel')}</h2>
<p class="ink" dir="auto" style="margin: 8px 0 0; font-family: ${sans}; font-size: 16px; line-height: 1.6; color: #1b2030;">{{conversationTip}}</p>
</td>
</tr>
</table>
</td>
</tr>
{{/if}}`,

  links: ({ fonts: { sans }, start, text }) => `{{#if wordUrl}}
<tr>
<td class="side" align="${start}" style="padding: 40px 24px 0;">
<p class="soft" style="margin: 0; font-family: ${sans}; font-size: 16px; line-height: 1.6; color: #474d5e;">${link('wordUrl', text('shareLabel'))}</p>
<p class="soft" style="margin: 8px 0 0; font-family: ${sans}; font-size: 16px; line-height: 1.6; color: #474d5e;">${link('archiveUrl', text('archiveLabel'))}</p>
</td>
</tr>
{{/if}}`,
};

function signOff({ design, fonts: { sans }, start, text }: Look): string {
  if (!design.signOff) return '';
  return `<tr>
<td class="side" align="${start}" style="padding: 40px 24px 0;">
<p class="ink" dir="auto" style="margin: 0; font-family: ${sans}; font-size: 16px; line-height: 1.6; color: #1b2030;">${text('signOff')}</p>
</td>
</tr>

`;
}

function footer({ design, fonts: { sans }, start, text }: Look): string {
  if (!design.footer) return '';
  return `<tr>
<td class="quiet" dir="auto" align="${start}" style="padding: 8px 0 0; font-family: ${sans}; font-size: 14px; line-height: 1.55; color: #656a79;">${text('footer')}</td>
</tr>
`;
}

/** The template until an admin saves another. */
export const defaultTemplate = designTemplate(defaultDesign);

/** What a preview shows while the library is empty. */
export const sampleWord: WordDraft = {
  word: 'petrichor',
  phoneticPronunciation: '/ˈpetrɪˌkɔr/',
  partOfSpeech: 'noun',
  definition: 'The fresh, earthy smell that rises when rain falls on dry ground.',
  etymology:
    'Two scientists in Australia, Isabel Bear and Richard Thomas, made the word in 1964 from Greek petra, “rock”, and ichor, the fluid that runs in the veins of the gods.',
  example1: 'After six weeks without a cloud, the petrichor brought everyone out onto their porches.',
  example2: 'She opened the window a crack, just enough to let the petrichor in.',
  conversationTip:
    'Keep it for the first minutes of a summer shower: “Smell that? It has a name.” Most people know the smell and are glad to meet the word.',
  teaser: 'the smell of the first rain',
};
