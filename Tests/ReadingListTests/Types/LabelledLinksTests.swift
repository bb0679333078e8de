import Foundation
import TestSupport
import Testing

@testable import ReadingListService

/// How well links are told apart, measured on labelled ones, beside the plain substring rules.
///
/// The sites are split in two halves by a hash of their name: misses were looked at in one half alone.
/// Papers are articles; playlists are left out, because their label does not say of what.
struct LabelledLinksTests {
    private struct Labelled {
        var label: String
        var url: String
        var title: String
        var isTuned: Bool
    }

    /// Hits, false alarms and misses of one type.
    private struct Tally {
        var (hits, alarms, misses) = (0, 0, 0)

        var precision: Double { Double(hits) / Double(max(1, hits + alarms)) }
        var recall: Double { Double(hits) / Double(max(1, hits + misses)) }
        var f1: Double { 2 * precision * recall / max(.ulpOfOne, precision + recall) }
    }

    private static let types = ["video", "audio", "article"]

    private static func links() throws -> [Labelled] {
        let text = String(decoding: try SharedData.bytes("reading/labeled_urls.tsv"), as: UTF8.self)
        return text.split(separator: "\n").dropFirst().compactMap { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard cells.count >= 4 else { return nil }
            let label = ["paper", "pdf"].contains(cells[0]) ? "article" : cells[0]
            guard types.contains(label) else { return nil }
            return Labelled(label: label, url: cells[2], title: cells[3], isTuned: isTuned(cells[2]))
        }
    }

    /// Whether the site's half was looked at: by the first byte of an MD5 of its name, coarsely cut.
    private static func isTuned(_ url: String) -> Bool {
        let rest = url.components(separatedBy: "://").last ?? url
        var host = String(rest.prefix { !"/?#".contains($0) })
        if let at = host.lastIndex(of: "@") { host = String(host[host.index(after: at)...]) }
        host = host.prefix { $0 != ":" }.lowercased()
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let isLong = labels.count > 1 && labels[labels.count - 2].count > 3
        let name = labels.suffix(isLong ? 2 : 3).joined(separator: ".")
        return (MD5.firstByte(of: Array((host.isEmpty ? url : name).utf8)) & 1) == 0
    }

    private static func ours(_ link: Labelled) -> Set<String> {
        guard let address = try? WebAddress(link.url) else { return ["article"] }
        let found = ContentClassifier.classify(address, title: LinkText.title(link.title))
        var types: Set<String> = []
        if found.contains(.video) { types.insert("video") }
        if found.contains(.audio) { types.insert("audio") }
        if found.contains(.article) { types.insert("article") }
        return types
    }

    private static func measure(_ links: [Labelled], _ rules: (Labelled) -> Set<String>) -> [Tally] {
        var tallies = types.map { _ in Tally() }
        for link in links {
            let found = rules(link)
            for (index, type) in types.enumerated() {
                switch (found.contains(type), link.label == type) {
                case (true, true): tallies[index].hits += 1
                case (true, false): tallies[index].alarms += 1
                case (false, true): tallies[index].misses += 1
                case (false, false): break
                }
            }
        }
        return tallies
    }

    private static func mean(_ tallies: [Tally]) -> Double { tallies.map(\.f1).reduce(0, +) / Double(tallies.count) }

    private static func row(_ name: String, _ tallies: [Tally]) -> String {
        let cells = zip(types, tallies).map { type, tally in
            "\(type) "
                + [tally.precision, tally.recall, tally.f1].map { String(format: "%.3f", $0) }.joined(separator: " ")
        }
        return "\(name.padding(toLength: 22, withPad: " ", startingAt: 0)) \(cells.joined(separator: " | ")) "
            + "| mean F1 \(String(format: "%.3f", mean(tallies)))"
    }

    @Test func `types are told better than by substrings, on sites that were looked at and on others`() throws {
        let links = try Self.links()
        #expect(links.count > 2_400)
        print("content types of \(links.count) labelled links: precision, recall, F1")
        let parts = [
            ("all", links), ("tuned half", links.filter(\.isTuned)), ("other half", links.filter { !$0.isTuned }),
        ]
        for (name, part) in parts {
            let plain = Self.measure(part) { BaselineRules.classify($0.url, $0.title) }
            let ours = Self.measure(part, Self.ours)
            print(Self.row("\(name): substrings", plain))
            print(Self.row("\(name): ours", ours))
            #expect(Self.mean(ours) > 0.78, "\(name)")
            #expect(Self.mean(ours) > Self.mean(plain) + 0.2, "\(name)")
            for (mine, theirs) in zip(ours, plain) { #expect(mine.f1 > theirs.f1, "\(name)") }
        }
    }
}
