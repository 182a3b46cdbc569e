'use client';

export default function ContractView() {
  return null;
}
