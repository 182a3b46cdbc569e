import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import './globals.css';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { Languages } from '@/components/messages/languages';
import { LOCALES } from '@/components/messages/locale';
import { requestLocale, serverText } from '@/components/messages/server';
import { themeScript } from '@/components/state/theme-script';

export async function generateMetadata(): Promise<Metadata> {
  const text = await serverText('page');
  const key = process.env.TOOLYARD_WEBCONTAINER_KEY;
  return { title: 'Toolyard', description: text('description'), ...(key && { other: { 'webcontainer-key': key } }) };
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

/** A nonce is fresh for each request, so nothing can be rendered ahead of time. */
export const dynamic = 'force-dynamic';

export default async function RootLayout({ children }: { children: ReactNode }) {
  const locale = await requestLocale();
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <html lang={LOCALES.find(({ id }) => id === locale)?.tag} data-theme="dark" suppressHydrationWarning>
      <body>
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeScript }} />
        <Languages locale={locale}>{children}</Languages>
      </body>
    </html>
  );
}
