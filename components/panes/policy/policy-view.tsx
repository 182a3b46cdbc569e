'use client';

export default function PolicyView() {
  return null;
}
