import styles from './MessageItem.module.css';

const LINK = /(https?:\/\/[^\s<>"']+)/gi;
/** Punctuation after an address belongs to the sentence around it. */
const TRAILING = /[.,;:!?)\]}…]+$/;

/** Emoji and nothing else: each with its modifiers, several joined into one, or a flag. */
const EMOJI_ONLY =
  /^(?:\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F|\u200D)*|\p{Regional_Indicator}{2}|\s)+$/u;
/** More than a few are a text again. */
const LARGE_LIMIT = 24;

/** A message's text: shown as text, with http(s) addresses made links and line breaks kept. */
export function MessageText({ text }: { text: string }) {
  return (
    // The direction by attribute: as `unicode-bidi: plaintext` a very long text takes minutes to lay out.
    <p
      className={styles['text']}
      data-large={text.length <= LARGE_LIMIT && EMOJI_ONLY.test(text)}
      dir="auto"
    >
      {text.split(LINK).map((part, index) => {
        if (index % 2 === 0) return part;
        const trailing = TRAILING.exec(part)?.[0] ?? '';
        const href = part.slice(0, part.length - trailing.length);
        return (
          <span key={index}>
            <a href={href} target="_blank" rel="noopener noreferrer">
              {href}
            </a>
            {trailing}
          </span>
        );
      })}
    </p>
  );
}
