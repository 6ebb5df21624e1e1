import { mount } from "svelte";
import App from "./App.svelte";
import "./ui/base.css";
import { settings } from "./ui/settings.svelte";

settings.applyTheme();
export default mount(App, { target: document.getElementById("app")! });
