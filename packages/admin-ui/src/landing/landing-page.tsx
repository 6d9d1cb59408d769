/** @jsxImportSource preact */
import { archivePath, type DesignTextName, messages } from '@wordrise/core/constants';
import { button, iconOnly, size } from '../design/button.css.ts';
import { iconPaths } from '../design/icon-paths.ts';
import * as toast from '../design/toast.css.ts';
import { type Brand, BrandName, brandText, brandTextLanguage } from './brand.tsx';
import * as styles from './landing.css.ts';
import { firstWord } from './landing.css.ts';

const benefits = [
  {
    title: 'One minute',
    text: 'A single word at the start of your day. Short enough for every morning, so it becomes a habit.',
  },
  {
    title: 'Words you will use',
    text: 'Each comes with a clear definition, two examples and a tip for working it into a conversation.',
  },
  {
    title: 'Say it right',
    text: 'Pronunciation and origin with every word, so you can say it out loud today.',
  },
];

/** The last benefit. @param hasRecap Whether there is a weekly email besides. */
function nothingElse(hasRecap: boolean) {
  const emails = hasRecap
    ? 'One email each morning, and one a week with the words of seven days.'
    : 'One email each morning.';
  return {
    title: 'Nothing else',
    text: `No app, no feed, no streaks. ${emails} We use your address for nothing else.`,
  };
}

/** The two interactive parts as the widgets package renders them: HTML with a declarative shadow root. */
export interface Islands {
  signup: string;
  sample: string;
}

interface LandingPageProps {
  productName: string;
  islands: Islands;
  hasArchive: boolean;
  brand?: Brand | undefined;
  /** Whether readers confirm with a link before getting emails. */
  confirmSignups: boolean;
  /** Whether readers of the daily emails get the weekly one too. */
  hasRecap: boolean;
}

/** Instead of the built-in text, which promises nothing else; an owner's own text stays. */
const leadWithRecap = 'Free. One email a day and a weekly recap, and nothing else.';

/** The content of `<body>`. It runs only on the server: no state, no handlers. */
export function LandingPage({
  productName,
  islands,
  hasArchive,
  brand,
  confirmSignups,
  hasRecap,
}: LandingPageProps) {
  const text = (name: DesignTextName) => brandText(brand, name, productName);
  const language = (name: DesignTextName) => brandTextLanguage(brand, name);
  return (
    <>
      <header className={styles.hero}>
        <h1 className={styles.title}>
          <BrandName brand={brand} productName={productName} />
        </h1>
        <p className={styles.tagline} {...language('headline')}>
          {text('headline')}
        </p>
        <p className={styles.heroNote}>
          <Icon name="clock" size={16} />
          1-minute read
        </p>
      </header>
      <main>
        <div className={styles.desk}>
          <section className={styles.sheet} id="signup" aria-labelledby="signup-title">
            <div>
              <h2 className={styles.sheetTitle} id="signup-title" {...language('formTitle')}>
                {text('formTitle')}
              </h2>
              <p className={styles.sheetNote} {...language('lead')}>
                {hasRecap && !brand?.texts.lead ? leadWithRecap : text('lead')}
              </p>
            </div>
            <Island html={islands.signup} />
            <div className={firstWord} id="first-word" aria-live="polite" />
            <Pending />
          </section>
          <section className={styles.sheet} aria-labelledby="sample-title">
            <div>
              <h2 className={styles.sheetTitle} id="sample-title">
                What you’ll get
              </h2>
              <p className={styles.sheetNote}>Three mornings, as they look in your inbox.</p>
            </div>
            <Island html={islands.sample} />
          </section>
        </div>
        {brand?.hasBenefits !== false && (
          <section className={styles.why} aria-labelledby="why-title">
            <h2 className={styles.whyTitle} id="why-title">
              Why {productName}?
            </h2>
            <ul className={styles.benefits}>
              {[...benefits, nothingElse(hasRecap)].map(({ title, text }) => (
                <li key={title} className={styles.benefit}>
                  <h3 className={styles.benefitTitle}>{title}</h3>
                  <p className={styles.benefitText}>{text}</p>
                </li>
              ))}
            </ul>
            <a className={styles.action} href="#signup" id="to-signup" {...language('button')}>
              {text('button')}
            </a>
          </section>
        )}
      </main>
      <Footer productName={productName} hasArchive={hasArchive} />
      <Toasts productName={productName} confirmSignups={confirmSignups} />
    </>
  );
}

/** HTML rendered by the widgets package, whose script makes it interactive. */
function Island({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by our own widgets package, which escapes
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}

function Footer({ productName, hasArchive }: Pick<LandingPageProps, 'productName' | 'hasArchive'>) {
  return (
    <footer className={styles.footer}>
      <p>{productName}. One word each morning.</p>
      <nav className={styles.footerLinks} aria-label="About this site">
        {hasArchive && (
          <a className={styles.footerLink} href={archivePath}>
            Archive
          </a>
        )}
        <a className={styles.footerLink} href="/privacy">
          Privacy
        </a>
        <a className={styles.footerLink} href="/login" rel="nofollow">
          Admin login
        </a>
      </nav>
    </footer>
  );
}

/** What the script adds while a confirmation is pending; it fills in the address. */
function Pending() {
  const { youEntered, startAgain, lookInSpam } = messages.signup;
  const [before, after] = youEntered('|').split('|');
  return (
    <template id="pending">
      <p>
        {before}
        <strong />
        {after}
      </p>
      <p>
        <a href="/#signup">{startAgain}</a>
      </p>
      <p>{lookInSpam}</p>
    </template>
  );
}

/**
 * The place for toasts, with a template of each, so that texts and styles stay out of the script. An error is an alert;
 * the welcome is not announced, since the form announces the same text.
 */
function Toasts({ productName, confirmSignups }: { productName: string; confirmSignups: boolean }) {
  const { welcomeTitle, welcome, confirmTitle, confirm, failedTitle, failed } = messages.signup;
  const [title, text] = confirmSignups ? [confirmTitle, confirm] : [welcomeTitle(productName), welcome];
  return (
    <div className={toast.viewport} id="toasts" role="status" aria-live="off">
      <Template tone="success" title={title} text={text} />
      <Template tone="error" title={failedTitle} text={failed} />
    </div>
  );
}

/** The same toast as the admin area's `Toast`. */
function Template({ tone, title, text }: { tone: 'success' | 'error'; title: string; text: string }) {
  return (
    <template data-tone={tone}>
      <div className={toast.toast} role={tone === 'error' ? 'alert' : undefined}>
        <span className={toast.icon[tone]}>
          <Icon name={tone === 'success' ? 'check' : 'warning'} size={16} />
        </span>
        <div className={toast.words}>
          <p className={toast.title}>{title}</p>
          <p className={toast.description}>{text}</p>
        </div>
        <button type="button" className={`${button.quiet} ${size.small} ${iconOnly}`} aria-label="Dismiss">
          <Icon name="close" size={18} />
        </button>
      </div>
    </template>
  );
}

/** Decorative, in the color of the surrounding text. */
function Icon({ name, size }: { name: keyof typeof iconPaths; size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" fill="none" stroke="currentColor" aria-hidden="true">
      <path d={iconPaths[name]} stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  );
}
