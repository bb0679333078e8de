internal import Foundation
internal import SchemaTool

/// Writes `protocols/` from the types, checks whether it is up to date, or reports what a change breaks.
@main
enum HearthSchema {
    private static let usage = """
        usage: hearth-schema FOLDER [--check] [--compare OLDER] [--release]

        Writes the messages of every service as CDDL, the methods and the test vectors to FOLDER (protocols).
        With --check nothing is written: exit code 1 and a line for each difference.
        With --compare nothing is written: exit code 1 and a line for each break since the folder OLDER was written.
        With --release the contract of today also becomes the released one, in FOLDER/released.

        """

    private struct Arguments {
        var folder: String
        var checks = false
        var releases = false
        var older: String?

        init?(_ arguments: some Sequence<String>) {
            var folders: [String] = []
            var rest = Array(arguments)[...]
            while let argument = rest.popFirst() {
                switch argument {
                case "--check": checks = true
                case "--release": releases = true
                case "--compare":
                    guard let folder = rest.popFirst() else { return nil }
                    older = folder
                case _ where argument.hasPrefix("-"): return nil
                default: folders.append(argument)
                }
            }
            guard folders.count == 1 else { return nil }
            folder = folders[0]
        }
    }

    static func main() {
        guard let arguments = Arguments(CommandLine.arguments.dropFirst()) else {
            say(usage)
            exit(64)
        }
        do {
            let problems = try run(arguments)
            for problem in problems { say(problem + "\n") }
            if !problems.isEmpty { exit(1) }
        } catch {
            say("\(error)\n")
            exit(1)
        }
    }

    /// Runs the command; returns the problems found.
    private static func run(_ arguments: Arguments) throws -> [String] {
        if let older = arguments.older {
            return Compatibility.breaks(from: try ProtocolSnapshot(folder: older), to: ProtocolSnapshot(Contract.all))
        }
        let folder = ProtocolsFolder(path: arguments.folder)
        let documents = try Document.all(readme: folder.readme)
        if arguments.checks {
            let differences = folder.differences(from: documents).map { "\(arguments.folder)/\($0)" }
            return differences.isEmpty ? [] : differences + ["to mend: \(ProtocolsFolder.remedy)"]
        }
        let touched = try folder.write(documents) + (arguments.releases ? folder.release(documents) : [])
        for path in touched { say("\(arguments.folder)/\(path)\n") }
        return []
    }

    private static func say(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
