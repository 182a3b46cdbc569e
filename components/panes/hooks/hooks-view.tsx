'use client';

export default function HooksView() {
  return null;
}
