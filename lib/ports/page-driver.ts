import type { ErrorCode } from '@/lib/protocol';
import type { Observed } from './observed';
import type { SandboxServer } from './sandbox';

/** What a page looks like at a moment. */
export interface PageView {
  /** Its path below the sandbox's workdir, or the address of the program that serves it. */
  readonly url: string;
  readonly title: string;
  /** Its text and its controls, each control with the reference by which it is clicked or typed into. */
  readonly text: string;
  /** What it wrote to its console since it was last looked at. */
  readonly console: readonly string[];
}

/** Where a page is shown, pixels of the window. */
export interface PagePlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Why a page could not be opened or driven. */
export class PageFailure extends Error {
  override name = 'PageFailure';
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Drives a page of the sandbox, in a frame of an opaque origin. Its value is the page as it was last looked at; undefined before
 * there is one. Rejects with a `PageFailure`, or with the signal's reason.
 */
export interface PageDriver extends Observed<PageView | undefined> {
  /** The programs that listen. */
  readonly servers: Observed<readonly SandboxServer[]>;
  /** An HTML file below the sandbox's workdir, or `http://localhost:<port>/…` of a program that listens or is about to. */
  open(address: string, signal: AbortSignal): Promise<PageView>;
  read(signal: AbortSignal): Promise<PageView>;
  click(target: string, signal: AbortSignal): Promise<PageView>;
  /** Replaces what is in a field; a line break at the end sends its form. */
  type(target: string, text: string, signal: AbortSignal): Promise<PageView>;
  /** A picture, PNG, base64. */
  screenshot(signal: AbortSignal): Promise<{ readonly mimeType: string; readonly data: string }>;
  /** Shows the page there; undefined hides it. */
  show(place: PagePlace | undefined): void;
}
