import { pronunciationFonts } from '../contract/fonts.ts';
import type { WordDraft } from '../contract/words.ts';
import { breaksAsElements } from './render-email.ts';

// Single quotes, because the fonts are used in style attributes.
const serif = "Georgia, 'Times New Roman', serif";
const sans = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Invisible space after the preheader, so that an inbox shows nothing after it. */
const padding = '&#847;&zwnj;&nbsp;'.repeat(80);

const link = (variable: string, text: string) =>
  `<a class="soft" href="{{${variable}}}" style="color: #474d5e; text-decoration: underline;">${text}</a>`;

/**
 * The template until an admin saves another: one word on a quiet page, 320 to 600 pixels wide, in light and dark mode,
 * with no image to load.
 *
 * Every style is inline, for clients that drop `<style>`. Rules that need a style sheet (phones, dark mode) are in
 * three sheets, because Gmail drops a whole sheet for one unknown rule. Line heights are relative, for readers who
 * enlarge text alone. Tables and the `mso` comments are for Outlook on Windows, which renders with Word: it multiplies
 * the font's own line height, which is a third more than the font size for Segoe UI. The provider adds the postal address at the end, and the unsubscribe link unless
 * the template has one.
 */
export const defaultTemplate = `${breaksAsElements}<!DOCTYPE html>
<html lang="en" dir="ltr" xmlns="http://www.w3.org/1999/xhtml" xmlns:o="urn:schemas-microsoft-com:office:office">
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
  td, p, h1, h2 { font-family: 'Segoe UI', Arial, sans-serif !important; line-height: 115% !important; }
  .serif { font-family: Georgia, serif !important; line-height: 135% !important; }
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
    .sky { background-color: #2a2438 !important; }
    .ink { color: #f3ede1 !important; }
    .soft { color: #c6c1b7 !important; }
    .quiet { color: #a09c94 !important; }
    .line { border-color: #2d3546 !important; }
    .sun { background-color: #f5a06a !important; }
    .ray { border-color: #f5a06a !important; }
  }
</style>
{{! Outlook's own dark mode. Email providers may take attribute selectors out: a rule that is left }}
{{! with "div > .ink" matches nothing here and does no harm. }}
<style>
  div > [data-ogsb] .paper { background-color: #141a26 !important; }
  div > [data-ogsc] .ink { color: #f3ede1 !important; }
  div > [data-ogsc] .soft { color: #c6c1b7 !important; }
  div > [data-ogsc] .quiet { color: #a09c94 !important; }
  div > [data-ogsb] .sky { background-color: #2a2438 !important; }
  div > [data-ogsb] .sun { background-color: #f5a06a !important; }
  div > [data-ogsb] .line { border-color: #2d3546 !important; }
</style>
</head>
<body class="page" bgcolor="#faf7f1" style="margin: 0; padding: 0; width: 100%; background-color: #faf7f1; color: #1b2030; -webkit-text-size-adjust: 100%; text-size-adjust: 100%;">
<div style="display: none; max-height: 0; overflow: hidden; mso-hide: all;">{{#if example1}}{{example1}}{{else if example2}}{{example2}}{{else}}What it means, how to say it and where it comes from.{{/if}}${padding}</div>
<div class="page" role="article" aria-roledescription="email" aria-label="{{subject}}" lang="en" dir="ltr" style="background-color: #faf7f1; color: #1b2030;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="width: 100%;">

{{! The sky down to the horizon, and a sun half risen, each in one color. Word would draw the sun square. }}
<tr>
<td class="sky" align="center" valign="bottom" bgcolor="#fdebdd" style="background-color: #fdebdd;">
<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" align="center" cellpadding="0" cellspacing="0" border="0" style="width: 100%; max-width: 600px; margin: 0 auto;">
<tr>
<td class="side" style="padding: 28px 24px 0;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr>
<td class="ink" align="left" valign="top" style="font-family: ${sans}; font-size: 14px; line-height: 1.45; font-weight: 600; color: #1b2030;">{{productName}}</td>
<td class="soft" align="right" valign="top" style="padding-left: 16px; font-family: ${sans}; font-size: 14px; line-height: 1.45; color: #474d5e;">{{DATE}}{{#if wordUrl}}<br>${link('wordUrl', 'View in browser')}{{/if}}</td>
</tr>
</table>
</td>
</tr>
<tr>
<td class="side" align="right" valign="bottom" style="padding: 44px 24px 0; font-size: 0; line-height: 0; text-align: right;">
<!--[if !mso]><!--><div class="sun" aria-hidden="true" style="display: inline-block; width: 88px; height: 44px; border-radius: 44px 44px 0 0; background-color: #f0955a; vertical-align: bottom;"></div><!--<![endif]-->
</td>
</tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td>
</tr>

<tr>
<td class="paper" align="center" valign="top" bgcolor="#faf7f1" style="background-color: #faf7f1;">
<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" align="center" cellpadding="0" cellspacing="0" border="0" style="width: 100%; max-width: 600px; margin: 0 auto;">

<tr>
<td class="side" align="left" style="padding: 44px 24px 0;">
<h1 class="word serif ink" dir="auto" style="margin: 0; font-family: ${serif}; font-size: 42px; line-height: 1.1; font-weight: 400; letter-spacing: -0.01em; color: #1b2030; hyphens: auto; hyphenate-limit-chars: 16 5 4; overflow-wrap: anywhere; word-break: break-word;">{{word}}</h1>
<p class="soft" style="margin: 12px 0 0; font-family: ${pronunciationFonts}; font-size: 20px; line-height: 1.4; color: #474d5e;">{{#if phoneticPronunciation}}<span aria-hidden="true">{{phoneticPronunciation}}</span> {{/if}}{{#if respelling}}<span style="white-space: nowrap;">{{respelling}}</span> {{/if}}<em style="padding-left: 6px;">{{partOfSpeech}}</em></p>
<p class="ink" dir="auto" style="margin: 24px 0 0; font-family: ${sans}; font-size: 20px; line-height: 1.5; color: #1b2030;">{{definition}}</p>
</td>
</tr>

{{#if example1}}
<tr>
<td class="side" align="left" style="padding: 40px 24px 0;">
<h2 class="quiet" style="margin: 0; font-family: ${sans}; font-size: 14px; line-height: 1.45; font-weight: 600; color: #656a79;">In a sentence</h2>
<p class="serif ink" dir="auto" style="margin: 12px 0 0; font-family: ${serif}; font-size: 18px; line-height: 1.55; color: #1b2030;">{{boldExample1}}</p>
{{#if example2}}
<p class="serif ink" dir="auto" style="margin: 12px 0 0; font-family: ${serif}; font-size: 18px; line-height: 1.55; color: #1b2030;">{{boldExample2}}</p>
{{/if}}
</td>
</tr>
{{else if example2}}
<tr>
<td class="side" align="left" style="padding: 40px 24px 0;">
<h2 class="quiet" style="margin: 0; font-family: ${sans}; font-size: 14px; line-height: 1.45; font-weight: 600; color: #656a79;">In a sentence</h2>
<p class="serif ink" dir="auto" style="margin: 12px 0 0; font-family: ${serif}; font-size: 18px; line-height: 1.55; color: #1b2030;">{{boldExample2}}</p>
</td>
</tr>
{{/if}}

{{#if etymology}}
<tr>
<td class="side" align="left" style="padding: 40px 24px 0;">
<h2 class="quiet" style="margin: 0; font-family: ${sans}; font-size: 14px; line-height: 1.45; font-weight: 600; color: #656a79;">Where it comes from</h2>
<p class="soft" dir="auto" style="margin: 8px 0 0; font-family: ${sans}; font-size: 16px; line-height: 1.6; color: #474d5e;">{{etymology}}</p>
</td>
</tr>
{{/if}}

{{#if conversationTip}}
<tr>
<td class="side" align="left" style="padding: 40px 24px 0;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr>
<td class="ray" align="left" style="border-left: 3px solid #f0955a; padding: 0 0 0 20px;">
<h2 class="quiet" style="margin: 0; font-family: ${sans}; font-size: 14px; line-height: 1.45; font-weight: 600; color: #656a79;">In conversation</h2>
<p class="ink" dir="auto" style="margin: 8px 0 0; font-family: ${sans}; font-size: 16px; line-height: 1.6; color: #1b2030;">{{conversationTip}}</p>
</td>
</tr>
</table>
</td>
</tr>
{{/if}}

{{#if wordUrl}}
<tr>
<td class="side" align="left" style="padding: 40px 24px 0;">
<p class="soft" style="margin: 0; font-family: ${sans}; font-size: 16px; line-height: 1.6; color: #474d5e;">${link('wordUrl', 'Keep or share this word')}</p>
<p class="soft" style="margin: 8px 0 0; font-family: ${sans}; font-size: 16px; line-height: 1.6; color: #474d5e;">${link('archiveUrl', 'All words so far')}</p>
</td>
</tr>
{{/if}}

<tr>
<td class="side" style="padding: 56px 24px 40px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr>
<td class="line quiet" align="left" style="border-top: 1px solid #e5dfd3; padding: 20px 0 0; font-family: ${sans}; font-size: 14px; line-height: 1.55; color: #656a79;">You’re receiving this because you signed up for {{productName}}.</td>
</tr>
<tr>
<td class="soft" align="left" style="padding: 8px 0 0; font-family: ${sans}; font-size: 14px; line-height: 1.55; color: #474d5e;">Forwarded this? ${link('publicUrl', 'Sign up')}{{#if unsubscribeUrl}} &nbsp;·&nbsp; ${link('unsubscribeUrl', 'Unsubscribe')}{{/if}}</td>
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
};
