"use client";

export function SavePill() {
  return null;
}
