import { mount } from "svelte";
import "../style/base.css";
import LobbyPage from "./LobbyPage.svelte";

mount(LobbyPage, { target: document.getElementById("app")! });
