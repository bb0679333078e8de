internal import ArgumentParser

/// An example of each command whose own help text has none, without `hearth`: shown in its help, and run by the tests.
enum CommandExamples {
    /// The example of a command as it is typed; nil where its help has examples, or it only holds other commands.
    static func line(for path: [String], of command: any ParsableCommand.Type) -> String? {
        let name = (["hearth"] + path).joined(separator: " ")
        guard command.configuration.subcommands.isEmpty, !command.configuration.discussion.contains(name) else {
            return nil
        }
        return arguments[path.joined(separator: " ")].map { $0.isEmpty ? name : "\(name) \($0)" }
    }

    /// The arguments of the examples, by their commands.
    static let arguments: [String: String] = cluster.merging(library) { first, _ in first }
        .merging(playback) { first, _ in first }.merging(lists) { first, _ in first }

    private static let cluster = [
        "down": "catalog",
        "restart": "catalog profiles",
        "status": "--watch",
        "doctor": "--json",
        "quarantine list": "--json",
        "sys stats": "catalog",
        "sys calls": "catalog",
        "sys peers": "catalog",
        "sys traces": "catalog",
        "sys spans": "TRACE-ID",
        "sys log-level": "debug catalog",
        "metrics": "--listen 127.0.0.1:9464",
        "chaos run": "standard",
        "chaos plans": "",
        "chaos doctor": "",
        "chaos inject": "catalog --help",
        "chaos list": "",
        "chaos clear": "catalog",
        "describe": "Catalog/Search",
        "config": "--service catalog",
        "keys list": "",
        "keys make": "catalog",
        "keys rotate": "",
        "keys remove": "KEY-ID --yes",
        "keys curve list": "",
        "keys curve make": "client",
        "keys curve rotate": "catalog --after 2h",
        "keys curve allow": "catalog 'PUBLIC-KEY' kitchen",
        "keys curve trust": "metadata-gateway 'PUBLIC-KEY'",
        "keys curve remove": "catalog kitchen",
        "man": "~/.local/share/man/man1",
    ]

    private static let library = [
        "discover": "--section trending",
        "source list": "--json",
        "source add": "https://example.org/list.m3u --every 12h",
        "source report": "living-room",
        "source change": "living-room --every 12h",
        "source refresh": "living-room --dry-run",
        "source cancel": "living-room",
        "source undo": "living-room",
        "source disable": "living-room",
        "source enable": "living-room",
        "source remove": "living-room --yes",
        "title": "harbour lights S1E2",
        "guide now": "40 --at 20:15",
        "guide grid": "40 \"news 24\" --hours 12",
        "guide catchup": "40 18:00",
        "catalog genres": "--type movie",
        "catalog similar": "glass harbour --limit 5",
        "catalog neighbours": "40 --order number",
        "catalog summary": "glass harbour --short",
        "catalog franchise": "glass harbour --story",
        "catalog intro": "harbour lights S1E2",
        "catalog skippable": "harbour lights",
        "catalog suggest": "har",
        "catalog recent": "--forget news",
        "catalog trending": "",
        "explain": "glass harbour",
        "correct title": "\"glass harbour\" --year 1998",
        "correct join": "\"glass harbor\" \"glass harbour\"",
        "correct split": "\"glass harbour\" --link LINK-ID --title \"The Fog\"",
        "correct pin": "\"glass harbour\"",
        "correct list": "--about \"glass harbour\"",
        "correct undo": "",
    ]

    private static let playback = [
        "resume": "--hide \"glass harbour\"",
        "queue list": "",
        "queue add": "\"glass harbour\" \"harbour lights\" S1E2 --next",
        "queue remove": "@2",
        "queue move": "\"glass harbour\" 0",
        "queue reorder": "@3 @1",
        "queue clear": "--auto --yes",
        "queue next": "",
        "queue has": "\"glass harbour\"",
        "history list": "--type movie",
        "history remove": "\"glass harbour\" --yes",
        "history watched": "\"harbour lights\" --season 1",
        "history unwatched": "@1",
        "download list": "--active",
        "download pause": "\"glass harbour\"",
        "download resume": "\"glass harbour\"",
        "download retry": "@1",
        "download move": "\"glass harbour\" 1",
        "download cancel": "\"glass harbour\" --yes",
        "download delete": "\"glass harbour\" --yes",
        "download storage": "",
    ]

    private static let lists = [
        "read save": "https://example.org/page --tag recipes",
        "read domains": "example",
        "read tags": "",
        "read done": "@1 @2",
        "read unread": "\"a page\"",
        "read star": "\"a page\"",
        "read tag": "@1 --add recipes",
        "read edit": "@1 --title \"A page\"",
        "read delete": "\"a page\"",
        "read undo": "",
        "read rules": "--remove example.org",
        "schedule week": "--of Kim",
        "schedule now": "",
        "schedule window list": "",
        "schedule window remove": "fri",
        "schedule generate": "--trial",
        "schedule move": "\"glass harbour\" 2027-01-31T21:00",
        "schedule remove": "\"glass harbour\"",
        "schedule moods": "",
        "favourite add": "\"glass harbour\" 40",
        "favourite remove": "@1",
        "favourite list": "--sort title",
        "profile list": "",
        "profile rename": "Kim Kimberley",
        "profile delete": "Kim --yes",
        "profile use": "Kim",
        "profile show-adult": "Grandma",
        "household pin set": "--pin-file -",
        "household pin remove": "",
    ]
}
