import { useText } from '../messages/use-text';
import { useSessionText } from '../state/use-session-text';
import { Button, type ButtonLook } from './button';

/** A text to go with an answer, such as a reason. Going back clears it: it must not go with another answer unread. A reload does not. */
export function TextEntryForm(props: {
  label: string;
  placeholder: string;
  /** What the typed text is kept as until it is sent. */
  storageKey: string;
  /** The submit button. */
  send: { title: string; look: ButtonLook };
  /** It cannot be sent empty. */
  needed?: boolean;
  onSend: (words: string) => void;
  onBack: () => void;
}) {
  const { label, placeholder, storageKey, send, needed = false } = props;
  const text = useText('marks');
  const [typed, setTyped] = useSessionText(storageKey);
  const words = typed.trim();
  const ready = !needed || words !== '';
  const onBack = (): void => {
    setTyped('');
    props.onBack();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready) return;
        setTyped('');
        props.onSend(words);
      }}
      className="flex shrink-0 gap-1.5"
    >
      <input
        autoFocus
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onBack();
        }}
        className="field min-w-0 flex-1"
      />
      <Button look={send.look} type="submit" disabled={!ready}>
        {send.title}
      </Button>
      <Button look="quiet" onClick={onBack}>
        {text('back')}
      </Button>
    </form>
  );
}
