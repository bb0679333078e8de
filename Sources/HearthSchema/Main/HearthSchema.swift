internal import Foundation
internal import SchemaTool

/// Writes `protocols/` from the types, or tells whether it is up to date.
@main
enum HearthSchema {
    private static let usage = """
        usage: hearth-schema FOLDER [--check]

        Writes the messages of every service as CDDL, the methods and the test vectors to FOLDER (protocols).
        With --check nothing is written: exit code 1 and a line for each difference.

        """

    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        let folders = arguments.filter { !$0.hasPrefix("-") }
        guard let path = folders.first, folders.count == 1,
            arguments.allSatisfy({ !$0.hasPrefix("-") || $0 == "--check" })
        else {
            say(usage)
            exit(64)
        }
        do {
            let folder = ProtocolsFolder(path: path)
            let documents = try Document.all(readme: folder.readme)
            if arguments.contains("--check") {
                let differences = folder.differences(from: documents)
                for difference in differences { say("\(path)/\(difference)\n") }
                guard differences.isEmpty else {
                    say("to mend: \(ProtocolsFolder.remedy)\n")
                    exit(1)
                }
            } else {
                for touched in try folder.write(documents) { say("\(path)/\(touched)\n") }
            }
        } catch {
            say("\(error)\n")
            exit(1)
        }
    }

    private static func say(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
