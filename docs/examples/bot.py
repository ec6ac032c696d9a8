"""A bot for Krou: accepts challenges, asks the engine for half a second, plays.

    KROU_TOKEN=krou_... python3 bot.py http://127.0.0.1:8080
"""
import json
import os
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request

SERVER = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
TOKEN = os.environ["KROU_TOKEN"]


def call(path, body=None):
    """Asks the server; with a body by POST."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    return urllib.request.urlopen(urllib.request.Request(SERVER + path, data, headers))


def lines(path):
    """What a stream says; an empty line only says that it is still there."""
    with call(path) as stream:
        for line in stream:
            if line.strip():
                yield json.loads(line)


def rules_of(shown):
    """The rules of a game, as questions name them."""
    switches = " ".join(f"{k}={str(v).lower() if isinstance(v, bool) else v}" for k, v in shown["switches"].items())
    return {"rules": shown["rules"], "set": switches}


def best(rules, shown):
    """The engine's choice in the position that is shown."""
    question = rules | {"position": shown["position"], "seconds": 0.5}
    return json.load(call("/api/analyse?" + urllib.parse.urlencode(question)))["best"]


def play(game):
    """Plays a game to its end."""
    for told in lines(f"/api/games/{game['id']}/stream"):
        shown = told.get("shown")
        if told["type"] == "state":  # comes first, and alone tells the rules
            rules = rules_of(shown)
        if not shown or shown["over"] or shown["to_move"] != game["side"]:
            continue
        try:
            call(f"/api/games/{game['id']}/moves", {"move": best(rules, shown), "v": told["v"]})
        except urllib.error.HTTPError as error:  # the game has gone on meanwhile
            print(error.read().decode(), file=sys.stderr)
    print(f"the game {game['id']} against {game['opponent']} is over")


call("/api/account/bot", {"bot": True})
for event in lines("/api/events"):
    print(event["type"], event["id"], event["opponent"], flush=True)
    if event["type"] == "challenge":
        call(f"/api/games/{event['id']}/join", {})
    elif event["type"] == "start":
        threading.Thread(target=play, args=[event], daemon=True).start()
