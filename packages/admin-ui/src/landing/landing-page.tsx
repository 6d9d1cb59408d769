/** @jsxImportSource preact */
import { archivePath } from '@wordrise/core/constants';
import { Icon } from './icon.tsx';
import * as styles from './landing.css.ts';
import { Toasts } from './toast-templates.tsx';
import { firstWord } from './welcome.css.ts';

const benefits = [
  {
    title: 'One minute',
    text: 'A single word with your first coffee. Short enough for every morning, so it becomes a habit.',
  },
  {
    title: 'Words you will use',
    text: 'Each comes with a clear definition, two examples and a tip for working it into a conversation.',
  },
  {
    title: 'Say it right',
    text: 'Pronunciation and origin with every word, so you can say it out loud today.',
  },
  {
    title: 'Nothing else',
    text: 'No app, no feed, no streaks. One email each morning, and your address is used for that alone.',
  },
];

/** The two interactive parts as the widgets package renders them: HTML with a declarative shadow root. */
export interface Islands {
  signup: string;
  sample: string;
}

export interface LandingPageProps {
  productName: string;
  islands: Islands;
  hasArchive: boolean;
}

/** The content of `<body>`. It runs only on the server: no state, no handlers. */
export function LandingPage({ productName, islands, hasArchive }: LandingPageProps) {
  return (
    <>
      <header className={styles.hero}>
        <h1 className={styles.title}>{productName}</h1>
        <p className={styles.tagline}>Start Your Day Smarter, One Word at a Time</p>
        <p className={styles.heroNote}>
          <Icon name="clock" size={16} />
          1-minute read
        </p>
      </header>
      <main>
        <div className={styles.desk}>
          <section className={styles.sheet} id="signup" aria-labelledby="signup-title">
            <div>
              <h2 className={styles.sheetTitle} id="signup-title">
                Get a word each morning
              </h2>
              <p className={styles.sheetNote}>Free. One email a day, and nothing else.</p>
            </div>
            <Island html={islands.signup} />
            <div className={firstWord} id="first-word" aria-live="polite" />
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
        <section className={styles.why} aria-labelledby="why-title">
          <h2 className={styles.whyTitle} id="why-title">
            Why {productName}?
          </h2>
          <ul className={styles.benefits}>
            {benefits.map(({ title, text }) => (
              <li key={title} className={styles.benefit}>
                <h3 className={styles.benefitTitle}>{title}</h3>
                <p className={styles.benefitText}>{text}</p>
              </li>
            ))}
          </ul>
          <a className={styles.action} href="#signup" id="to-signup">
            Get your first word
          </a>
        </section>
      </main>
      <Footer productName={productName} hasArchive={hasArchive} />
      <Toasts productName={productName} />
    </>
  );
}

/** HTML rendered by the widgets package, whose script makes it interactive. */
function Island({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by our own widgets package, which escapes
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}

function Footer({ productName, hasArchive }: Omit<LandingPageProps, 'islands'>) {
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
