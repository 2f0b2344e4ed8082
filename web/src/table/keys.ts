// Single keys: what they do stands in the settings, and they can be switched off.

import { settings, type KeyAction } from "../settings.svelte";

const actions = () => Object.entries(settings.keys) as [KeyAction, string][];

/** What a key asks for; nothing where it belongs to something that is being typed in. */
export function actionOf(event: KeyboardEvent): KeyAction | number | undefined {
  if (!settings.keysOn || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return undefined;
  const target = event.target as HTMLElement | null;
  if (target?.closest("input, select, textarea, dialog")) return undefined;
  const pressed = event.key.toLowerCase();
  const confirms = pressed === " " || pressed === "enter";
  // Space and Enter press the button that has the focus, wherever there is one.
  if (confirms && target?.closest("button, a, [role=button]")) return undefined;
  if (/^[1-7]$/.test(pressed)) return Number(pressed);
  const found = actions().find(([, key]) => key === pressed)?.[0];
  return found ?? (pressed === "enter" ? "deal" : undefined);
}
