/** The parts of eSpeak NG's port that we use; the package has no types. */
declare module '@echogarden/espeak-ng-emscripten' {
  type Engine = {
    set_voice: (voice: string) => void;
    set_rate: (wordsPerMinute: number) => void;
    /** Calls back with signed 16-bit samples, 22,050 a second. */
    synthesize: (text: string, take: (samples: Int16Array | null) => void) => void;
    list_voices: () => { name: string; identifier: string; languages: { name: string; priority: number }[] }[];
  };
  export default function load(): Promise<{ eSpeakNGWorker: new () => Engine }>;
}
