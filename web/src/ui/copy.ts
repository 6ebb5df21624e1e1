// Copies a text. Pages without TLS have no clipboard API, so they use `execCommand`.

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "sr-only";
    // Elements outside an open dialog cannot have the focus.
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    return isCopied;
  }
}
