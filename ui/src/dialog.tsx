import { Dialog as Base } from '@base-ui/react/dialog';
import { ArrowLeft, X } from 'lucide-react';
import { useRef, type ReactNode, type RefObject } from 'react';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import styles from './dialog.module.css';

export interface DialogProps {
  open: boolean;
  /** Called with false when the person closes it; never called while `blocking`. */
  onOpenChange?: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Actions; the primary one last. */
  footer?: ReactNode;
  /** No close button, and neither Escape nor a press outside closes it. */
  blocking?: boolean;
  /** Shows a back arrow before the title. */
  onBack?: (() => void) | undefined;
  wide?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  /** Where focus goes on closing; by default back to what had it before. */
  finalFocus?: RefObject<HTMLElement | null>;
}

/** A modal dialog; a sheet from the bottom on phones. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, footer, blocking = false, onBack, wide = false } = props;
  const opener = useOpener(open);
  const close = (next: boolean, details: Base.Root.ChangeEventDetails) => {
    const onToast = details.event.target instanceof Element && details.event.target.closest('.Toastify');
    if (blocking || onToast) details.cancel();
    else onOpenChange?.(next);
  };
  return (
    <Base.Root open={open} onOpenChange={close} disablePointerDismissal={blocking}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            className={cx(styles.popup, wide && styles.wide)}
            initialFocus={props.initialFocus ?? true}
            finalFocus={props.finalFocus ?? opener}
          >
            <div className={styles.head}>
              {onBack && <IconButton label="Back" icon={<ArrowLeft aria-hidden="true" />} onClick={onBack} />}
              <div className={styles.words}>
                <Base.Title>{title}</Base.Title>
                {description && <Base.Description className={styles.description}>{description}</Base.Description>}
              </div>
              {!blocking && (
                <Base.Close
                  render={<IconButton label="Close" icon={<X aria-hidden="true" />} className={styles.close} />}
                />
              )}
            </div>
            <div className={styles.body}>{children}</div>
            {footer && <div className={styles.footer}>{footer}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** Remembers what had focus when the dialog opened: opened by state, it has no trigger to return to. */
function useOpener(open: boolean): RefObject<HTMLElement | null> {
  const opener = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  if (open && !wasOpen.current && typeof document !== 'undefined') {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  }
  wasOpen.current = open;
  return opener;
}
