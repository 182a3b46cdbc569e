import type { ErrorCode } from '@/lib/protocol';
import type { Observed } from './observed';
import type { SandboxServer } from './sandbox';

/** What a page looks like at some moment. */
export interface PageView {
  /** Its path below the sandbox's workdir, or the address of the server it comes from. */
  readonly url: string;
  readonly title: string;
  /** Its text and controls; each control has a reference for clicking or typing. */
  readonly text: string;
  /** What it wrote to its console since the last view. */
  readonly console: readonly string[];
}

/** Where a page is shown, in pixels of the window. */
export interface PagePlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** What the frame is called for screen readers. */
  readonly title?: string;
  /** How much of it is out of sight at its top and bottom, as it is scrolled. */
  readonly hidden?: { readonly top: number; readonly bottom: number };
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
 * Drives a page of the sandbox, in a frame with an opaque origin. Its value is the last view of the page; undefined before there
 * is one. Rejects with a `PageFailure`, or with the signal's reason.
 */
export interface PageDriver extends Observed<PageView | undefined> {
  /** The programs that listen on a port. */
  readonly servers: Observed<readonly SandboxServer[]>;
  /** An HTML file below the sandbox's workdir, or `http://localhost:<port>/…` of a program that listens or is about to. */
  open(address: string, signal: AbortSignal): Promise<PageView>;
  read(signal: AbortSignal): Promise<PageView>;
  click(target: string, signal: AbortSignal): Promise<PageView>;
  /** Replaces the text of a field; a line break at the end submits its form. */
  type(target: string, text: string, signal: AbortSignal): Promise<PageView>;
  /** A PNG image, base64. */
  screenshot(signal: AbortSignal): Promise<{ readonly mimeType: string; readonly data: string }>;
  /** Shows the page at this place; undefined hides it. */
  show(place: PagePlace | undefined): void;
}
