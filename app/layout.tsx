import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import './globals.css';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { themeScript } from '@/components/state/theme-script';

export const metadata: Metadata = {
  title: 'Toolyard',
  description: 'A browser playground for agent tools: watch every call, every validation issue and every diff.',
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

/** A nonce is fresh for each request, so nothing here can be rendered ahead of time. */
export const dynamic = 'force-dynamic';

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <html lang="en" data-theme="dark" suppressHydrationWarning>
      <body>
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeScript }} />
        {children}
      </body>
    </html>
  );
}
