"use client";

import { useSyncExternalStore } from "react";

/** A choice kept on this device, and seen by every tab of it. */
export interface DeviceSetting<Value extends string> {
  get(): Value;
  set(value: Value): void;
  subscribe(listener: () => void): () => void;
  readonly fallback: Value;
}

/** Declares a choice that is kept on this device under a name. Where nothing can be kept, it lasts as long as the page. */
export function deviceSetting<Value extends string>(
  name: string,
  values: readonly Value[],
  fallback: Value,
): DeviceSetting<Value> {
  const key = `fabula.${name}`;
  let unkept: Value | null = null;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const heard = (event: StorageEvent) => {
    if (event.key === key) tell();
  };
  return {
    fallback,
    get: () => {
      if (unkept !== null) return unkept;
      try {
        const kept = localStorage.getItem(key);
        return values.find((value) => value === kept) ?? fallback;
      } catch {
        return fallback;
      }
    },
    set: (value) => {
      try {
        localStorage.setItem(key, value);
        unkept = null;
      } catch {
        unkept = value;
      }
      tell();
    },
    subscribe: (listener) => {
      if (listeners.size === 0) window.addEventListener("storage", heard);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener("storage", heard);
      };
    },
  };
}

/** The choice, and renders again when it changes in any tab. */
export function useDeviceSetting<Value extends string>(setting: DeviceSetting<Value>): Value {
  return useSyncExternalStore(setting.subscribe, setting.get, () => setting.fallback);
}
